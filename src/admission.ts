import { redirect } from '@tanstack/react-router'
import { waitFor } from 'xstate'
import type { RouteName } from '#contract/enumerations.ts'
import { passes, type Role, type RoleCheck } from '#contract/roles.ts'
import type { SessionActor } from '#src/machines/session.ts'
import { rolesAtWork, type SessionContext } from '#src/machines/session-setup.ts'

export type LayoutName = 'default' | 'error' | 'empty' | 'header-and-footer'

/** What a route says of itself (S2); the guard, the frame and the tracking read it. */
export type RouteRule = {
  name: RouteName | 'ui'
  layout: LayoutName
  /** Analytics label of the page; the route's name where there is none (S1). */
  page?: string
  /** One of these checks must pass (S6, D-11). */
  requires?: readonly RoleCheck[]
  /** Refused to whoever passes one of these checks. */
  refuses?: readonly RoleCheck[]
  /** Entered without asking anything: oauth-result, 403, 404, 500, logout (S4). */
  open?: true
}

/** The address of the 500 or 403 page remembers where the person was. */
export type CameFrom = { from?: string }

type Match = { staticData: Partial<RouteRule> }
type Place = { href: string }

/** Whose page it is: the user's id, null for a visitor; undefined where nobody was asked for. */
export type AdmittedFor = string | null | undefined

/**
 * The only guard (S4, S6): every route but the open ones waits for the session to settle and is then
 * allowed or redirected. It runs on link hover too, so it only reads.
 */
export async function admit(session: SessionActor, matches: readonly Match[], location: Place): Promise<AdmittedFor> {
  const rule = deepestRule(matches)
  if (rule === null || rule.open) return undefined
  const state = await waitFor(session, (snapshot) => !snapshot.hasTag('settling'))
  if (state.matches('unavailable')) throw redirect({ to: '/500', search: { from: location.href }, replace: true })
  const roles = rolesAtWork(state.context)
  if (passes('admin', roles) && rule.name !== 'admin') throw redirect({ to: '/adm-panel/', replace: true })
  // Another tab of the administrator may have been left in the panel (D-5).
  if (state.context.isLoggedAsAdmin && rule.name === 'admin') throw redirect({ to: '/', replace: true })
  if (!allows(matches, roles)) throw redirect({ to: '/403', search: { from: location.href }, replace: true })
  return state.context.user?.id ?? null
}

/** Home sends everyone somewhere (S6). */
export function homeOf(context: SessionContext): '/home-page' | '/profile' | '/contracts-and-payments' {
  const roles = rolesAtWork(context)
  if (passes('parent', roles)) return '/home-page'
  if (passes('teacher', roles)) return '/profile'
  return '/contracts-and-payments'
}

/** Required roles are those of the deepest matched route that names any (S6). */
function allows(matches: readonly Match[], roles: readonly Role[]): boolean {
  const requires = matches.findLast(({ staticData }) => staticData.requires !== undefined)?.staticData.requires ?? []
  const refuses = matches.findLast(({ staticData }) => staticData.refuses !== undefined)?.staticData.refuses ?? []
  if (refuses.some((check) => passes(check, roles))) return false
  return requires.length === 0 || requires.some((check) => passes(check, roles))
}

export function deepestRule(matches: readonly Match[]): RouteRule | null {
  const data = matches.findLast(({ staticData }) => staticData.name !== undefined)?.staticData
  return data === undefined ? null : (data as RouteRule)
}
