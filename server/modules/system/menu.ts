import type { IconName, Locale, RouteName, SystemKind } from '#contract/enumerations.ts'
import { passes, type Role, type RoleCheck, type RoleGroup, rolesInGroup } from '#contract/roles.ts'
import type { MenuItem } from '#contract/system.ts'

/** Whom a menu is for: a role group, someone signed in without a role, or a visitor. */
type Audience = RoleGroup | 'none' | 'visitor'

type Entry = {
  route: RouteName
  title: Record<Locale, string>
  icon: IconName
  audiences: readonly Audience[]
  /** Only for those whose selected roles pass it, as the route itself requires (D-11). */
  check?: RoleCheck
  system?: SystemKind
}

const family = ['parent', 'student'] as const
const signedIn = ['admin', 'parent', 'student', 'teacher', 'none'] as const

const entries: readonly Entry[] = [
  {
    route: 'admin',
    title: { ru: 'Панель администратора', en: 'Administration panel' },
    icon: 'settings',
    audiences: ['admin'],
    check: 'admin',
  },
  { route: 'parent-home-page', title: { ru: 'Главная', en: 'Home' }, icon: 'home', audiences: ['parent'] },
  {
    route: 'contracts-and-payments',
    title: { ru: 'Договоры и оплата', en: 'Contracts and payments' },
    icon: 'wallet',
    audiences: [...family, 'none'],
  },
  { route: 'schedule', title: { ru: 'Расписание', en: 'Schedule' }, icon: 'calendar', audiences: family },
  { route: 'schedule-change', title: { ru: 'Смена группы', en: 'Change of group' }, icon: 'switch', audiences: family },
  { route: 'progress', title: { ru: 'Успеваемость', en: 'Progress' }, icon: 'progress', audiences: ['parent'] },
  {
    route: 'learning-progress',
    title: { ru: 'Успехи детей', en: 'Children’s progress' },
    icon: 'award',
    audiences: ['parent'],
    check: 'parent',
  },
  { route: 'grade-book', title: { ru: 'Журнал оценок', en: 'Grade book' }, icon: 'grade-book', audiences: family },
  { route: 'events', title: { ru: 'Мероприятия', en: 'Events' }, icon: 'events', audiences: signedIn },
  {
    route: 'catalog',
    title: { ru: 'Каталог курсов', en: 'Course catalog' },
    icon: 'catalog',
    audiences: [...signedIn, 'visitor'],
  },
  { route: '2035', title: { ru: 'Программа «2035»', en: '“2035” programme' }, icon: 'u2035', audiences: family },
  { route: 'tax-deduction', title: { ru: 'Налоговый вычет', en: 'Tax deduction' }, icon: 'tax', audiences: ['parent'] },
  { route: 'profile', title: { ru: 'Профиль', en: 'Profile' }, icon: 'profile', audiences: signedIn },
  {
    route: 'rki',
    title: { ru: 'Русский как иностранный', en: 'Russian as a foreign language' },
    icon: 'book',
    audiences: [...family, 'visitor'],
    system: 'WEB',
  },
]

export type Viewer = { roles: readonly Role[]; group: RoleGroup | null }

/** `offerToken` stands for the present 2035 campaign (D-20); null while there is none. */
export type MenuSetting = { language: Locale; webBaseUrl: string; offerToken: string | null }

/** The menu of a person in the selected group, or of a visitor (null). An administrator has one place to be (S6). */
export function menuOf(viewer: Viewer | null, setting: MenuSetting): MenuItem[] {
  return shownTo(viewer).map(({ route, title, icon, system = 'LK' }) => ({
    key: route,
    title: title[setting.language],
    system,
    route,
    url: urlOf(route, setting),
    icon,
  }))
}

function shownTo(viewer: Viewer | null): readonly Entry[] {
  const held = viewer ? rolesInGroup(viewer.roles, viewer.group) : []
  if (passes('admin', held)) return entries.filter(({ check }) => check === 'admin')
  const audience: Audience = viewer ? (viewer.group ?? 'none') : 'visitor'
  return entries.filter(({ audiences, check }) => audiences.includes(audience) && (!check || passes(check, held)))
}

function urlOf(route: RouteName, { webBaseUrl, offerToken }: MenuSetting): string | null {
  if (route === 'rki') return `${webBaseUrl}/rki`
  return route === '2035' && offerToken ? `/2035?token=${offerToken}` : null
}
