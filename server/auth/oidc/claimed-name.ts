import type { PersonName } from '#contract/people/names.ts'

/**
 * Splits a whole name. Without a sign of another order it is first name, last name. Signs are a patronym, a last name in
 * capitals beside other words, and the endings of Russian last names.
 */
export function splitName(name: string): PersonName {
  const words = name.split(' ').filter((word) => /\p{L}/u.test(word))
  const capitals = words.filter(isInCapitals)
  const rest = words.filter((word) => !isInCapitals(word))
  if (capitals.length > 0 && rest.length > 0 && isAtOneEnd(words, capitals)) {
    const end = patronymEnd(rest, 1)
    return personOf(rest.slice(0, 1), end === null ? [] : rest.slice(1), [
      ...(end === null ? rest.slice(1) : []),
      ...capitals,
    ])
  }
  const [first = '', second = ''] = words
  // «Пётр Петрович Мицкевич»: the second word decides before the last one.
  const middleEnd = words.length > 2 || isFemalePatronym(second) ? patronymEnd(words, 1) : null
  if (middleEnd !== null) return personOf([first], words.slice(1, middleEnd), words.slice(middleEnd))
  for (let at = 2; at < words.length; at += 1)
    if (patronymEnd(words, at) === words.length)
      return personOf(words.slice(at - 1, at), words.slice(at), words.slice(0, at - 1))
  if (words.length === 2 && isLastName(first) && !isLastName(second)) return personOf([second], [], [first])
  return personOf([first], [], words.slice(1))
}

function personOf(first: readonly string[], patronym: readonly string[], last: readonly string[]): PersonName {
  const text = (words: readonly string[]) => words.join(' ')
  return { firstName: text(first), patronym: text(patronym) || null, lastName: text(last) }
}

function isAtOneEnd(words: readonly string[], part: readonly string[]): boolean {
  const text = part.join(' ')
  return words.join(' ').startsWith(`${text} `) || words.join(' ').endsWith(` ${text}`)
}

/** Where the patronym that begins at `at` ends; null if there is none. */
function patronymEnd(words: readonly string[], at: number): number | null {
  const [word = '', next = ''] = words.slice(at)
  if (/^(?:оглы|кызы|гызы|улы)$/i.test(next)) return at + 2
  return isFemalePatronym(word) || /(?:вич|ьич|мич|кич|тич)$/i.test(word) ? at + 1 : null
}

function isFemalePatronym(word: string): boolean {
  return /(?:овна|евна|ична)$/i.test(word)
}

/** Only endings that first names do not have, except these. */
function isLastName(word: string): boolean {
  return /(?:ов|ев|ёв|ова|ева|ёва|ский|ская|цкий|цкая|енко|ых|их)$/i.test(word) && !/^(?:лев|яков|ева)$/i.test(word)
}

function isInCapitals(word: string): boolean {
  return /\p{L}.*\p{L}/u.test(word) && word === word.toUpperCase() && word !== word.toLowerCase()
}

/** «САЛТЫКОВ-ЩЕДРИН» is «Салтыков-Щедрин»; words that are not in capitals, initials and Roman numbers stay. */
export function withoutCapitals(name: string): string {
  return name
    .split(' ')
    .map((word) => (isInCapitals(word) && !/^[IVX]+$|\./.test(word) ? capitalized(word) : word))
    .join(' ')
}

function capitalized(word: string): string {
  if (/^(?:оглы|кызы|гызы|улы)$/i.test(word)) return word.toLowerCase()
  return word.toLowerCase().replaceAll(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase())
}
