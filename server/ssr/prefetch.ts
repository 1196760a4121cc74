import type { FastifyRequest } from 'fastify'
import { stringify } from 'qs'
import { pathOf as pathOfCall } from '#contract/call.ts'
import { declaredCalls } from '#contract/calls.ts'
import type { RouteName } from '#contract/enumerations.ts'
import { decideAccess } from '#contract/route-access.ts'
import {
  homePageDays,
  layoutCallsOf,
  type PrefetchCall,
  prefetchCallsOf,
  type Screen,
  type ScreenContext,
  screens,
} from '#contract/screens.ts'
import type { App, Session } from '#server/app-types.ts'
import { runWithSession } from '#server/auth/sessions/session-plugin.ts'
import { addDays, dayInZone } from '#server/calendar-days.ts'
import type { Env } from '#server/env.ts'
import { pageLanguage } from '#server/request-language.ts'
import { withDependentCalls } from './dependent-calls.ts'

/** The screen that a person gets for an address, and the calls that it requests first. */
type PageTarget = { screen: RouteName; calls: PrefetchCall[] }

/** Resolves who gets which screen (S6): it differs from `requested` where the person is led elsewhere. */
export function pageTargetOf(request: FastifyRequest, app: App, requested: Screen): PageTarget {
  const { session } = request
  const { screen } = decideAccess(requested, session)
  const target = screens[screen]
  const isRequested = requested.name === screen && 'search' in target
  const search = isRequested ? target.search(request.query as object) : {}
  const context = screenContextOf(session, app)
  const params = request.params as Record<string, string>
  const own = withDependentCalls(prefetchCallsOf(target, context, search, params), screen, search, context)
  const calls = [...layoutCallsOf(session?.group ?? null), ...own]
  return { screen, calls: session ? calls : calls.filter(({ call }) => publicCalls.has(call)) }
}

/** Calls that are answered without a session; the others would be refused. */
const publicCalls = new Set<string>(
  declaredCalls.filter(({ call }) => call.access.who === 'anyone').map(({ call }) => call.address),
)

/** Characters of an answer. A longer one would delay the document more than a request of its own. */
const longest = 64 * 1024

/**
 * Runs the prefetch calls through `app.inject` with the user's session, so the normal access checks apply. Adds each
 * answer to `answers` as it comes, as JSON together with its call.
 */
export function prefetchCalls(
  calls: readonly PrefetchCall[],
  request: FastifyRequest,
  app: App,
  answers: string[],
): Promise<void> {
  const headers = { cookie: request.headers.cookie ?? '', 'accept-language': pageLanguage(request) }
  const prefetch = async (asked: PrefetchCall): Promise<void> => {
    const reply = await app.inject({ method: 'GET', url: urlOf(asked), headers, remoteAddress: request.ip })
    if (reply.statusCode !== 200 || reply.payload.length > longest) return
    answers.push(`{"asked":${JSON.stringify(asked)},"answer":${reply.payload}}`)
    if (asked.next) await prefetchAll(asked.next(reply.json() as never))
  }
  const prefetchAll = async (some: readonly PrefetchCall[]) => void (await Promise.all(some.map(prefetch)))
  return runWithSession(request.session, () => prefetchAll(calls))
}

/** The context that `contract/screens.ts` computes a screen's first calls from. */
function screenContextOf(session: Session | null, { env, clock }: { env: Env; clock: () => Date }): ScreenContext {
  const today = dayInZone(clock(), env.TIME_ZONE)
  return {
    isVisitor: session === null,
    group: session?.group ?? null,
    today,
    lastHomePageDay: addDays(today, homePageDays - 1),
    linkProviders: env.LINK_PROVIDERS,
  }
}

/** The address of a call, written as the browser writes it. */
export function urlOf({ call, args = {} }: PrefetchCall): string {
  const { params = {}, query = {} } = args
  const path = pathOfCall(call).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return `/api${path}${stringify(query, { addQueryPrefix: true, arrayFormat: 'brackets', encodeValuesOnly: true })}`
}
