import { I18n, type MessageDescriptor, type MessageOptions, type Messages } from '@lingui/core'
import type { Locale } from '#contract/enumerations.ts'
import { correctPrepositions } from '#contract/plain-text.ts'
import { loadChunk } from '#src/app/load-chunk.ts'

/** Each catalog is a chunk of its own (lingui.config.ts). */
const catalogs = import.meta.glob<{ messages: Messages }>('../locales/*/*.po')

/** Catalogs of single screens and tabs, by their name. */
export type ScreenCatalog =
  | '2035'
  | 'admin'
  | 'admin-news'
  | 'admin-overview'
  | 'admin-tickets'
  | 'audit'
  | 'imports'
  | 'integrations'
  | 'list-files'
  | 'payment'
  | 'profile'
  | 'schedule-change'
  | 'tax-deduction'

/** Corrects what a Russian message cannot know before its date is written into it. */
class AppI18n extends I18n {
  override _(descriptor: MessageDescriptor): string
  override _(id: string, values?: Record<string, unknown>, options?: MessageOptions): string
  override _(message: string | MessageDescriptor, values?: Record<string, unknown>, options?: MessageOptions): string {
    const text = super._(message as string, values, options)
    return this.locale === 'ru' ? correctPrepositions(text) : text
  }
}

/** The app's messages, and the way to change their language. */
export function createI18n() {
  const i18n: I18n = new AppI18n({})
  const added = new Map<ScreenCatalog, Promise<void>>()
  let activations = 0

  async function load(locale: Locale, name: 'messages' | ScreenCatalog): Promise<void> {
    const path = `../locales/${locale}/${name}.po`
    const catalog = catalogs[path]
    if (catalog === undefined) throw new Error(`There is no catalog ${path}`)
    const { messages } = await loadChunk(path, catalog)
    i18n.load(locale, messages)
  }

  return {
    i18n,
    /** Loads a language and makes it the current one, unless another was chosen meanwhile. Throws `ChunkLoadError`. */
    async activate(locale: Locale): Promise<void> {
      activations += 1
      const activation = activations
      await load(locale, 'messages')
      // Also those that are added meanwhile.
      for (const name of added.keys()) await load(locale, name)
      if (activation === activations || !i18n.locale) i18n.activate(locale)
    },
    /** Adds the catalog of a screen, also for languages that are chosen later. Throws `ChunkLoadError`. */
    async addCatalog(name: ScreenCatalog): Promise<void> {
      const known = added.get(name)
      if (known !== undefined) return known
      const adding = load(i18n.locale as Locale, name)
      added.set(name, adding)
      try {
        await adding
      } catch (error) {
        added.delete(name)
        throw error
      }
    },
  }
}
