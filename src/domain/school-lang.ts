/** Schools write their titles and texts in Russian; other pages say so to screen readers and hyphenation. */
const cyrillic = /\p{Script=Cyrillic}/u

/** The language of a text of the school, where it differs from that of the page. */
export function schoolLangOf(text: string, locale: string): 'ru' | undefined {
  return locale !== 'ru' && cyrillic.test(text) ? 'ru' : undefined
}
