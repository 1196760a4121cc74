import type { Locale } from '#contract/enumerations.ts'

/** Each language in itself, so that whoever cannot read the page finds theirs. */
export const languageNames: Record<Locale, string> = { ru: 'Русский', en: 'English' }
