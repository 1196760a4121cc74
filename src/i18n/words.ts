import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Locale } from '#contract/enumerations.ts'
import { loadChunk } from '#src/lazy-page.ts'

type Catalog = { messages: Messages }

/** Each language of each screen is a chunk of its own; what every page needs is one more. */
const catalogs = import.meta.glob<Catalog>(['../locales/*/messages.po', '../routes/-*/words.*.po'])
const common = (locale: Locale) => `../locales/${locale}/messages.po`
const ofScreen = (screen: string, locale: Locale) => `../routes/-${screen}/words.${locale}.po`

/** The words of the app: those of a screen come with its code, and another language brings what is already in use. */
export function createWords() {
  const i18n: I18n = setupI18n()
  const screens = new Map<string, Promise<void>>()
  let choices = 0

  async function load(path: string): Promise<Messages> {
    const catalog = catalogs[path]
    if (catalog === undefined) return {}
    return (await loadChunk(path, catalog)).messages
  }

  return {
    i18n,
    /** Makes a language the current one, unless another has been chosen while its words were on their way. */
    async activate(locale: Locale): Promise<void> {
      choices += 1
      const choice = choices
      const paths = [common(locale), ...[...screens.keys()].map((screen) => ofScreen(screen, locale))]
      const parts = await Promise.all(paths.map(load))
      // Added to what is there: a screen may have brought its words in the meantime.
      i18n.load(locale, Object.assign({}, ...parts) as Messages)
      if (choice === choices || !i18n.locale) i18n.activate(locale)
    },
    /** Loads a screen's words in the current language, once. */
    loadScreen(screen: string, locale: Locale): Promise<void> {
      const known = screens.get(screen)
      if (known !== undefined) return known
      const words = load(ofScreen(screen, locale)).then((messages) => i18n.load(locale, messages))
      screens.set(screen, words)
      words.catch(() => screens.delete(screen))
      return words
    },
  }
}
