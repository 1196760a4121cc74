import type { IconName, Locale, SystemKind } from '#contract/enumerations.ts'
import { type MenuAudience, type MenuScreenName, screens } from '#contract/screens.ts'

type MenuEntry = {
  position: number
  icon: IconName
  /** The title of the screen by default. */
  title?: Record<Locale, string>
  /** Another title for some. */
  titleOf?: Partial<Record<MenuAudience, Record<Locale, string>>>
  /** That of a link to another site; the personal account by default. */
  system?: SystemKind
}

/**
 * Items of the menu; `contract/screens.ts` says whose menu has them, `src/routes/-layout/menu-places.ts` where the
 * layout shows them.
 */
export const menuEntries: Readonly<Record<MenuScreenName, MenuEntry>> = {
  home: { position: 1, icon: 'home', title: { ru: 'Главная', en: 'Home' } },
  admin: { position: 1, icon: 'settings' },
  'parent-home-page': { position: 2, icon: 'home' },
  schedule: { position: 3, icon: 'calendar' },
  'grade-book': { position: 4, icon: 'grade-book' },
  // For parents it is the first tab of a section with attendance.
  homework: { position: 5, icon: 'progress', titleOf: { parent: screens.progress.title } },
  'contracts-and-payments': { position: 6, icon: 'wallet' },
  'tax-deduction': { position: 7, icon: 'tax' },
  catalog: { position: 8, icon: 'catalog' },
  messages: { position: 9, icon: 'conversations' },
  events: { position: 10, icon: 'events' },
  'schedule-change': { position: 11, icon: 'switch' },
  '2035': { position: 12, icon: 'u2035' },
  profile: { position: 13, icon: 'profile' },
  rki: { position: 14, icon: 'book', system: 'WEB' },
}
