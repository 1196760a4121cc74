import type { IconName, Locale, RouteName, SystemKind } from '#contract/enumerations.ts'
import { passes, type Role, type RoleGroup, rolesInGroup } from '#contract/roles.ts'
import { type Screen, screens } from '#contract/screens.ts'
import type { MenuItem } from '#contract/system.ts'

/** Whom a menu is for: a role group, someone signed in without a role, or a visitor. */
type Audience = RoleGroup | 'none' | 'visitor'

type Entry = {
  route: RouteName
  icon: IconName
  audiences: readonly Audience[]
  system?: SystemKind
}

const family = ['parent', 'student'] as const
const signedIn = ['admin', 'parent', 'student', 'teacher', 'none'] as const

const entries: readonly Entry[] = [
  { route: 'admin', icon: 'settings', audiences: ['admin'] },
  { route: 'parent-home-page', icon: 'home', audiences: ['parent'] },
  { route: 'contracts-and-payments', icon: 'wallet', audiences: [...family, 'none'] },
  { route: 'schedule', icon: 'calendar', audiences: family },
  { route: 'schedule-change', icon: 'switch', audiences: family },
  { route: 'progress', icon: 'progress', audiences: ['parent'] },
  { route: 'learning-progress', icon: 'award', audiences: ['parent'] },
  { route: 'grade-book', icon: 'grade-book', audiences: family },
  { route: 'events', icon: 'events', audiences: signedIn },
  { route: 'catalog', icon: 'catalog', audiences: [...signedIn, 'visitor'] },
  { route: '2035', icon: 'u2035', audiences: family },
  { route: 'tax-deduction', icon: 'tax', audiences: ['parent'] },
  { route: 'profile', icon: 'profile', audiences: signedIn },
  { route: 'rki', icon: 'book', audiences: [...family, 'visitor'], system: 'WEB' },
]

export type Viewer = { roles: readonly Role[]; group: RoleGroup | null }

/** `offerToken` stands for the present 2035 campaign (D-20); null while there is none. */
export type MenuSetting = { language: Locale; webBaseUrl: string; offerToken: string | null }

/** The menu of a person in the selected group, or of a visitor (null). An administrator has one place to be (S6). */
export function menuOf(viewer: Viewer | null, setting: MenuSetting): MenuItem[] {
  return shownTo(viewer).map(({ route, icon, system = 'LK' }) => ({
    key: route,
    title: screens[route].title[setting.language],
    system,
    route,
    url: urlOf(route, setting),
    icon,
  }))
}

function shownTo(viewer: Viewer | null): readonly Entry[] {
  const held = viewer ? rolesInGroup(viewer.roles, viewer.group) : []
  if (passes('admin', held)) return entries.filter(({ route }) => route === 'admin')
  const audience: Audience = viewer ? (viewer.group ?? 'none') : 'visitor'
  // What the screen itself requires, the menu requires too (D-11).
  const mayEnter = ({ requires }: Screen) => requires?.some((check) => passes(check, held)) ?? true
  return entries.filter(({ route, audiences }) => audiences.includes(audience) && mayEnter(screens[route]))
}

function urlOf(route: RouteName, { webBaseUrl, offerToken }: MenuSetting): string | null {
  if (route === 'rki') return `${webBaseUrl}/rki`
  return route === '2035' && offerToken ? `/2035?token=${offerToken}` : null
}
