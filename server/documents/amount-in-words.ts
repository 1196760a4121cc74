/** An amount for documents; the thousands are separated by no-break spaces. */
export function formatRoubles(kopecks: number): string {
  const roubles = String(Math.floor(kopecks / 100)).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0')
  return `${roubles},${twoDigits(kopecks % 100)}\u00a0₽`
}

/** «Восемь тысяч восемьсот рублей 00 копеек», below a billion roubles. */
export function amountInWords(kopecks: number): string {
  const roubles = Math.floor(kopecks / 100)
  const words = [
    ...groupInWords(Math.floor(roubles / 1_000_000), 'masculine', ['миллион', 'миллиона', 'миллионов']),
    ...groupInWords(Math.floor(roubles / 1000) % 1000, 'feminine', ['тысяча', 'тысячи', 'тысяч']),
    ...groupInWords(roubles % 1000, 'masculine', null),
  ].join(' ')
  const said = words || 'ноль'
  const rest = kopecks % 100
  return [
    said.charAt(0).toUpperCase() + said.slice(1),
    formOf(roubles, ['рубль', 'рубля', 'рублей']),
    twoDigits(rest),
    formOf(rest, ['копейка', 'копейки', 'копеек']),
  ].join(' ')
}

type Forms = readonly [one: string, few: string, many: string]

const hundreds = [
  '',
  'сто',
  'двести',
  'триста',
  'четыреста',
  'пятьсот',
  'шестьсот',
  'семьсот',
  'восемьсот',
  'девятьсот',
]
const tens = [
  '',
  '',
  'двадцать',
  'тридцать',
  'сорок',
  'пятьдесят',
  'шестьдесят',
  'семьдесят',
  'восемьдесят',
  'девяносто',
]
const belowTwenty = [
  '',
  'один',
  'два',
  'три',
  'четыре',
  'пять',
  'шесть',
  'семь',
  'восемь',
  'девять',
  'десять',
  'одиннадцать',
  'двенадцать',
  'тринадцать',
  'четырнадцать',
  'пятнадцать',
  'шестнадцать',
  'семнадцать',
  'восемнадцать',
  'девятнадцать',
]
const feminine: Record<number, string> = { 1: 'одна', 2: 'две' }

function groupInWords(number: number, gender: 'masculine' | 'feminine', unit: Forms | null): string[] {
  if (number === 0) return []
  const rest = number % 100
  const ones = rest < 20 ? rest : rest % 10
  return [
    hundreds[Math.floor(number / 100)],
    rest < 20 ? '' : tens[Math.floor(rest / 10)],
    (gender === 'feminine' && feminine[ones]) || belowTwenty[ones],
    unit ? formOf(number, unit) : '',
  ].filter((word): word is string => Boolean(word))
}

const plural = new Intl.PluralRules('ru')

function formOf(number: number, [one, few, many]: Forms): string {
  const rule = plural.select(number)
  if (rule === 'one') return one
  return rule === 'few' ? few : many
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
