import type { RouteName } from './enumerations.ts'
import { passesRoleCheck, type Role, type RoleGroup, rolesInGroup } from './roles.ts'
import { type Screen, screens, servesRoleGroup } from './screens.ts'

/** The part of the signed-in user that route access depends on. */
export type Viewer = { roles: readonly Role[]; group: RoleGroup | null; isImpersonating: boolean }

/** Access rules of a screen. */
export type RouteAccess = Pick<Screen, 'name'> & {
  [Part in 'open' | 'requires' | 'refuses' | 'groups']?: Screen[Part] | undefined
}

export type AccessDecision = {
  /** The requested screen, or the one shown instead. */
  screen: RouteName
  /** The screen serves other role groups only. */
  isForOtherGroup: boolean
}

/** Decides which screen a user gets for a requested one (S6). Used by the route guard and by server rendering. */
export function decideAccess(screen: RouteAccess, viewer: Viewer | null): AccessDecision {
  if (screen.open) return allow(screen.name)
  const held = viewer === null ? [] : rolesInGroup(viewer.roles, viewer.group)
  if (passesRoleCheck('admin', held)) return allow('admin')
  if (screen.name === 'home') return decideAccess(screens[homeOf(held)], viewer)
  // Another tab of the administrator may still show the panel.
  if (viewer?.isImpersonating && screen.name === 'admin') return decideAccess(screens.home, viewer)
  const isRefused = screen.refuses?.some((check) => passesRoleCheck(check, held)) ?? false
  const isAllowed = screen.requires?.some((check) => passesRoleCheck(check, held)) ?? true
  if (isRefused || !isAllowed) return allow('403')
  const isForOtherGroup = viewer !== null && !servesRoleGroup(screen, viewer.group)
  return { screen: screen.name, isForOtherGroup }
}

/** The screen that `/` redirects to (S6). */
export function homeOf(rolesOfSelectedGroup: readonly Role[]) {
  if (passesRoleCheck('parent', rolesOfSelectedGroup)) return 'parent-home-page'
  return passesRoleCheck('teacher', rolesOfSelectedGroup) ? 'profile' : 'contracts-and-payments'
}

/** The screens that `/` redirects to and that have a part with the user's day. */
const landings: readonly RouteName[] = ['contracts-and-payments', 'profile']

/** Search of the screen that `/` redirects to: its part with the user's day. */
export function homeSearchOf(screen: RouteName, group: RoleGroup | null): { tab?: 'today' } {
  return landings.includes(screen) && group !== null ? { tab: 'today' } : {}
}

/** The screen whose title and texts a page has: the user's day has those of the home page, whichever screen shows it. */
export function shownScreenOf(screen: RouteName, search: { tab?: unknown }): RouteName {
  return landings.includes(screen) && search.tab === 'today' ? 'parent-home-page' : screen
}

function allow(screen: RouteName): AccessDecision {
  return { screen, isForOtherGroup: false }
}
