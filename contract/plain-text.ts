import type { Locale } from './enumerations.ts'

/** Text of sanitized HTML without markup, in one line. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<\/?(?:strong|em|a)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A text in the quotation marks of a language. If it has such marks itself, they become the inner ones. */
export function quote(text: string, language: Locale): string {
  return quotations[language](text)
}

const quotations: Record<Locale, (text: string) => string> = {
  ru: (text) => `«${text.replaceAll('«', '„').replaceAll('»', '“')}»`,
  en: (text) => `“${text.replaceAll('“', '‘').replaceAll('”', '’')}”`,
}

const latinKeys = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~{}:"<>'
const cyrillicKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбюёхъжэбю'

/** The text in lower case as the same keys write it in the other keyboard layout: «cghfdrf» is «справка». */
export function swapLayout(text: string): string {
  const [from, to] = /[а-яё]/i.test(text) ? [cyrillicKeys, latinKeys] : [latinKeys, cyrillicKeys]
  return Array.from(text.toLowerCase(), (letter) => to[from.indexOf(letter)] ?? letter).join('')
}

const monthStarts = 'янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек'
const beforeSecond = new RegExp(`(^|\\P{L})([скСК])([ \u00a0])(?=2[ \u00a0](?:${monthStarts}))`, 'gu')

/** A Russian text with «со» and «ко» for «с» and «к» before the second day of a month, as it is said: «со 2 декабря». */
export function correctPrepositions(text: string): string {
  return text.replaceAll(beforeSecond, '$1$2о$3')
}
