import type { Locale, PanelTab } from '#contract/enumerations.ts'
import type { MenuScreenName } from '#contract/screens.ts'
import type { IconName } from '#src/ui/icon.tsx'

/** Sections of the menu, in their order. `more` is folded. */
export const menuSections = ['today', 'study', 'money', 'school', 'system', 'more'] as const
export type MenuSection = (typeof menuSections)[number]

/** Where the layout shows the menu item of a screen. */
export type MenuPlace = {
  section: MenuSection
  /** Name on the bottom bar of a phone, if the title is too long for it. */
  shortTitle?: Record<Locale, string>
  /** Place on the bottom bar of a phone; items without one follow. */
  barPosition?: number
}

/** Parts of the admin panel in the menu, in their order. The own account is in the menu of the user. */
export const panelParts = [
  { tab: 'overview', icon: 'home', section: 'today' },
  { tab: 'queues', icon: 'list', section: 'today' },
  { tab: 'tickets', icon: 'conversations', section: 'today' },
  { tab: 'absences', icon: 'vacation', section: 'today' },
  { tab: 'users', icon: 'profile', section: 'school' },
  { tab: 'news', icon: 'info', section: 'school' },
  { tab: 'audit', icon: 'eye', section: 'system' },
  { tab: 'imports', icon: 'upload', section: 'system' },
  { tab: 'integrations', icon: 'external', section: 'system' },
] as const satisfies readonly { tab: PanelTab; icon: IconName; section: MenuSection }[]

/** The address of a part of the panel. */
export function panelAddress(tab: PanelTab): string {
  return tab === 'overview' ? '/adm-panel/' : `/adm-panel/?tab=${tab}`
}

const places: Readonly<Record<MenuScreenName, MenuPlace>> = {
  home: { section: 'today', barPosition: 1 },
  admin: { section: 'school' },
  'parent-home-page': { section: 'today', barPosition: 1 },
  schedule: { section: 'today', barPosition: 2 },
  'grade-book': { section: 'study', shortTitle: { ru: 'Оценки', en: 'Marks' }, barPosition: 3 },
  homework: { section: 'study' },
  'contracts-and-payments': { section: 'money', shortTitle: { ru: 'Договоры', en: 'Contracts' }, barPosition: 4 },
  'tax-deduction': { section: 'money' },
  messages: { section: 'today' },
  catalog: { section: 'school', shortTitle: { ru: 'Каталог', en: 'Courses' } },
  events: { section: 'school' },
  'schedule-change': { section: 'more' },
  '2035': { section: 'more' },
  profile: { section: 'more' },
  rki: { section: 'more' },
}

/** The place of an item; links to other systems have no route, and a newer server may name a screen that is unknown here. */
export function menuPlaceOf(route: string | null): MenuPlace {
  if (route === null) return { section: 'school' }
  return (places as Partial<Record<string, MenuPlace>>)[route] ?? { section: 'more' }
}
