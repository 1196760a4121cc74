import { useLingui } from '@lingui/react'
import { schoolLangOf } from '#src/domain/school-lang.ts'

/** The language of a text of the school, where it differs from that of the page. */
export function useSchoolLang(): (text: string) => 'ru' | undefined {
  const { i18n } = useLingui()
  return (text) => schoolLangOf(text, i18n.locale)
}

/** A title or text that the school has written: marked with its language on pages in another one. */
export function SchoolText({ children }: { children: string }) {
  const lang = useSchoolLang()(children)
  return lang ? <span lang={lang}>{children}</span> : children
}
