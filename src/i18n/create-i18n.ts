import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Locale } from '#contract/enumerations.ts'
import { loadChunk } from '#src/app/load-chunk.ts'

/** The catalog of each language is a chunk of its own. */
const catalogs = import.meta.glob<{ messages: Messages }>('../locales/*/messages.po')

/** The app's messages, and the way to change their language. */
export function createI18n() {
  const i18n: I18n = setupI18n()
  let activations = 0

  return {
    i18n,
    /** Loads a language and makes it the current one, unless another was chosen meanwhile. Throws `ChunkFailure`. */
    async activate(locale: Locale): Promise<void> {
      activations += 1
      const activation = activations
      const path = `../locales/${locale}/messages.po`
      const load = catalogs[path]
      if (load === undefined) throw new Error(`There is no catalog ${path}`)
      const { messages } = await loadChunk(path, load)
      i18n.load(locale, messages)
      if (activation === activations || !i18n.locale) i18n.activate(locale)
    },
  }
}
