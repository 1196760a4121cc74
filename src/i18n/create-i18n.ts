import { I18n, type MessageDescriptor, type MessageOptions, type Messages } from '@lingui/core'
import type { Locale, RouteName } from '#contract/enumerations.ts'
import { correctPrepositions } from '#contract/plain-text.ts'
import { loadChunk } from '#src/app/load-chunk.ts'

/** Each catalog is a chunk of its own (lingui.config.ts). */
const catalogs = import.meta.glob<{ messages: Messages }>('../locales/*/*.po')

/** The screens whose texts are no part of what every screen loads. */
const screensWithCatalog = [
  '2035',
  'admin',
  'catalog',
  'catalog-course',
  'contracts-and-payments',
  'contracts-and-payments-detail',
  'grade-book',
  'group-comparison',
  'not-me',
  'parent-home-page',
  'payment',
  'profile',
  'progress',
  'purchase',
  'schedule',
  'schedule-change',
  'tax-deduction',
] as const satisfies RouteName[]

/** Catalogs of single screens and tabs, by their name. */
export type ScreenCatalog =
  | (typeof screensWithCatalog)[number]
  | 'admin-news'
  | 'admin-overview'
  | 'admin-tickets'
  | 'audit'
  | 'imports'
  | 'integrations'
  | 'list-files'

export function hasCatalog(screen: RouteName): screen is (typeof screensWithCatalog)[number] {
  return screensWithCatalog.some((name) => name === screen)
}

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
  const added = new Map<ScreenCatalog, Promise<void> | undefined>()
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
    /**
     * Adds the catalog of a screen, also for languages that are chosen later. Undefined if it is there. Rejects with
     * `ChunkLoadError`.
     */
    addCatalog(name: ScreenCatalog): Promise<void> | undefined {
      if (added.has(name)) return added.get(name)
      const adding = load(i18n.locale as Locale, name).then(
        () => void added.set(name, undefined),
        (error) => {
          added.delete(name)
          throw error
        },
      )
      added.set(name, adding)
      return adding
    },
  }
}
