import { useLingui } from '@lingui/react'

/** Schools write their titles and texts in Russian; other pages say so to screen readers and hyphenation. */
const cyrillic = /\p{Script=Cyrillic}/u

/** The language of a text of the school, where it differs from that of the page. */
export function useSchoolLang(): (text: string) => 'ru' | undefined {
  const { i18n } = useLingui()
  return (text) => (i18n.locale !== 'ru' && cyrillic.test(text) ? 'ru' : undefined)
}

/** A title or text that the school has written: marked with its language on pages in another one. */
export function SchoolText({ children }: { children: string }) {
  const lang = useSchoolLang()(children)
  return lang ? <span lang={lang}>{children}</span> : children
}
