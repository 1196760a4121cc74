import { redirect } from '@tanstack/react-router'
import { waitFor } from 'xstate'
import { type Admission, landingOf } from '#contract/landing.ts'
import { type Screen, screens } from '#contract/screens.ts'
import type { SessionActor } from '#src/machines/session.ts'
import { viewerOf } from '#src/machines/session-setup.ts'

/** What a route says of itself: its row in the table of screens; the page of the design system has none. */
export type RouteRule = Omit<Screen, 'name'> & { name: Screen['name'] | 'ui' }

type Match = { staticData: Partial<RouteRule> }
type Place = { href: string }

/** Whose page it is, and whether it has something for their role group (D-8). */
export type Admitted = {
  /** The user's id, null for a visitor. */
  userId: string | null
  isForOtherGroup: boolean
}

/**
 * The only guard (S4, S6): every route but the open ones waits for the session to settle and is then
 * allowed or redirected. It runs on link hover too, so it only reads.
 */
export async function admit(
  session: SessionActor,
  matches: readonly Match[],
  location: Place,
): Promise<Admitted | undefined> {
  const rule = deepestRule(matches)
  if (rule === null || rule.name === 'ui' || rule.open) return undefined
  const state = await waitFor(session, (snapshot) => !snapshot.hasTag('settling'))
  if (state.matches('unavailable')) throw redirect({ to: '/500', search: { from: location.href }, replace: true })
  const { user } = state.context
  const { screen, isForOtherGroup } = landingOf(admissionOf(matches, rule.name), viewerOf(state.context))
  if (screen === '403') throw redirect({ to: '/403', search: { from: location.href }, replace: true })
  // Home asks a visitor to sign in before it leads on.
  const isVisitorAtHome = rule.name === 'home' && user === null
  if (screen !== rule.name && !isVisitorAtHome) {
    // An administrator's own account is a tab of the panel.
    const search = screen === 'admin' && rule.name === 'profile' ? { tab: 'own' as const } : {}
    throw redirect({ to: screens[screen].address ?? '/', search, replace: true })
  }
  return { userId: user?.id ?? null, isForOtherGroup }
}

/** Required roles are those of the deepest matched route that names any (S6). */
export function admissionOf(matches: readonly Match[], name: Screen['name']): Admission {
  const deepest = <Part extends keyof RouteRule>(part: Part) =>
    matches.findLast(({ staticData }) => staticData[part] !== undefined)?.staticData[part]
  return { name, requires: deepest('requires'), refuses: deepest('refuses'), groups: deepest('groups') }
}

export function deepestRule(matches: readonly Match[]): RouteRule | null {
  const data = matches.findLast(({ staticData }) => staticData.name !== undefined)?.staticData
  return data === undefined ? null : (data as RouteRule)
}
