import type { RouteName } from './enumerations.ts'
import { passes, type Role, type RoleGroup, rolesInGroup } from './roles.ts'
import { fits, type Screen, screens } from './screens.ts'

/** Whoever is signed in, as far as it decides where they may be. */
export type Viewer = { roles: readonly Role[]; group: RoleGroup | null; isLoggedAs: boolean }

/** What a screen says of who may enter it. */
export type Admission = Pick<Screen, 'name'> & {
  [Part in 'open' | 'requires' | 'refuses' | 'groups']?: Screen[Part] | undefined
}

export type Landing = {
  /** The screen that whoever asks for one is shown instead, or that screen itself. */
  screen: RouteName
  /** The screen has something for other role groups only (D-8). */
  isForOtherGroup: boolean
}

/** Where someone lands who asks for a screen (S4, S6): the guard leads there, the document is made for it. */
export function landingOf(asked: Admission, viewer: Viewer | null): Landing {
  if (asked.open) return at(asked.name)
  const held = viewer === null ? [] : rolesInGroup(viewer.roles, viewer.group)
  if (passes('admin', held)) return at('admin')
  if (asked.name === 'home') return landingOf(screens[homeOf(held)], viewer)
  // Another tab of the administrator may have been left in the panel (D-5).
  if (viewer?.isLoggedAs && asked.name === 'admin') return landingOf(screens.home, viewer)
  const isRefused = asked.refuses?.some((check) => passes(check, held)) ?? false
  const isAllowed = asked.requires?.some((check) => passes(check, held)) ?? true
  if (isRefused || !isAllowed) return at('403')
  const isForOtherGroup = viewer !== null && !fits(asked, viewer.group)
  return { screen: asked.name, isForOtherGroup }
}

/** Home sends everyone somewhere (S6). */
export function homeOf(rolesOfSelectedGroup: readonly Role[]) {
  if (passes('parent', rolesOfSelectedGroup)) return 'parent-home-page'
  return passes('teacher', rolesOfSelectedGroup) ? 'profile' : 'contracts-and-payments'
}

function at(screen: RouteName): Landing {
  return { screen, isForOtherGroup: false }
}
