import { type I18n, setupI18n } from '@lingui/core'
import type { Locale } from '#contract/enumerations.ts'

/** Each language is a chunk of its own; only the chosen one travels. */
const catalogs = {
  ru: () => import('#src/locales/ru/messages.po'),
  en: () => import('#src/locales/en/messages.po'),
}

export function createI18n(): I18n {
  return setupI18n()
}

/** Loads a language and makes it the current one; the document says so too. */
export async function activate(i18n: I18n, locale: Locale): Promise<void> {
  const { messages } = await catalogs[locale]()
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
}
