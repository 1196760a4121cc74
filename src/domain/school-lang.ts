/** Schools write their titles and texts in Russian; other pages say so to screen readers and hyphenation. */
const cyrillic = /\p{Script=Cyrillic}/gu
const latin = /\p{Script=Latin}/gu

/** The language of most letters of a text of the school, where it differs from that of the page. */
export function schoolLangOf(text: string, locale: string): 'ru' | undefined {
  return locale !== 'ru' && count(text, cyrillic) > count(text, latin) ? 'ru' : undefined
}

function count(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0
}
