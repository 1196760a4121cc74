import { redirect } from '@tanstack/react-router'
import { waitFor } from 'xstate'
import { searchOfRememberedChild } from '#contract/people/chosen-child.ts'
import { decideAccess, homeSearchOf, type RouteAccess, shownScreenOf } from '#contract/route-access.ts'
import { type AdminPanelSearch, adminPanelSearch, messagesOfOldLink, profileSearch } from '#contract/screen-search.ts'
import { type Screen, screens } from '#contract/screens.ts'
import type { SessionActor } from '#src/machines/session.ts'
import { viewerOf } from '#src/machines/setups/session-setup.ts'

type Match = { staticData: Partial<Screen> }
type TargetLocation = { href: string; pathname: string; search: object }

/** The user for whom the guard admitted the page, and whether the page serves only other role groups. */
export type RouteGrant = {
  /** The user's id, null for a visitor. */
  userId: string | null
  isForOtherGroup: boolean
}

/**
 * The only route guard (S4). Every route except the open ones waits until the session has settled, then is
 * allowed or redirected. It also runs for preloads on link hover, so it must not change state.
 */
export async function guardRoute(
  session: SessionActor,
  matches: readonly Match[],
  location: TargetLocation,
  recallChild: () => string | null = () => null,
): Promise<RouteGrant | undefined> {
  const rule = deepestRouteMetadata(matches)
  if (rule === null || rule.open) return undefined
  const state = await waitFor(session, (snapshot) => !snapshot.hasTag('settling'))
  if (state.matches('unavailable')) throw redirect({ to: '/500', search: { from: location.href }, replace: true })
  const { user } = state.context
  const { screen, isForOtherGroup } = decideAccess(routeAccessOf(matches, rule.name), viewerOf(state.context))
  if (screen === '403') throw redirect({ to: '/403', search: { from: location.href }, replace: true })
  // `/` asks a visitor to sign in before it redirects.
  const isVisitorAtHome = rule.name === 'home' && user === null
  if (screen !== rule.name && !isVisitorAtHome) {
    const search =
      rule.name === 'home'
        ? homeSearchOf(screen, state.context.roleGroup)
        : screen === 'admin'
          ? tabOf(rule.name, location.search)
          : {}
    throw redirect({ to: screens[screen].address ?? '/', search, replace: true })
  }
  const conversation = messagesOfOldLink(location.search)
  if (conversation !== null) throw redirect({ to: '/messages', search: conversation, replace: true })
  const { roleGroup: group } = state.context
  const search = searchOfRememberedChild({ name: rule.name, group }, location.search, recallChild())
  if (search !== null) throw redirect({ to: location.pathname, search, replace: true })
  return { userId: user?.id ?? null, isForOtherGroup }
}

/** An administrator's own account, with its open form, and the messages of the school are tabs of the panel. */
function tabOf(name: Screen['name'], search: object): AdminPanelSearch {
  if (name === 'profile') {
    const { dialog, next } = profileSearch(search)
    return { ...adminPanelSearch({ dialog, next }), tab: 'own' }
  }
  return name === 'messages' ? { tab: 'tickets' } : {}
}

/** The deepest matched route that declares role checks decides (S6). */
export function routeAccessOf(matches: readonly Match[], name: Screen['name']): RouteAccess {
  const deepest = <Part extends keyof Screen>(part: Part) =>
    matches.findLast(({ staticData }) => staticData[part] !== undefined)?.staticData[part]
  return { name, requires: deepest('requires'), refuses: deepest('refuses'), groups: deepest('groups') }
}

type PageMatches = readonly (Match & { search?: object })[]

/** The screen whose title the document has. */
export function titledScreenOf(matches: PageMatches): Screen['name'] | null {
  const { name } = deepestRouteMetadata(matches) ?? {}
  return name === undefined ? null : shownScreenOf(name, { tab: openTabOf(matches) })
}

/** Whether `/` would lead here. */
export function isHomePage(matches: PageMatches): boolean {
  const titled = titledScreenOf(matches)
  return titled === 'parent-home-page' || (titled === 'admin' && openTabOf(matches) === undefined)
}

/** The part of the screen that the URL names. */
export function openTabOf(matches: PageMatches): string | undefined {
  const search: { tab?: string } = matches.at(-1)?.search ?? {}
  return search.tab
}

export function deepestRouteMetadata(matches: readonly Match[]): Screen | null {
  const data = matches.findLast(({ staticData }) => staticData.name !== undefined)?.staticData
  return data === undefined ? null : (data as Screen)
}
