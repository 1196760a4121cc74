import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RegisteredRouter, type RouterHistory } from '@tanstack/react-router'
import type { Locale } from '#contract/enumerations.ts'
import type { RouteRule } from './admission.ts'
import type { Caller } from './api/http.ts'
import { formatQueryString, parseQueryString } from './api/query-string.ts'
import type { Clock } from './clock.ts'
import type { LastCalls } from './last-calls.ts'
import { ChunkFailure } from './lazy-page.ts'
import type { NotificationsActor } from './machines/notifications.ts'
import type { SessionActor, SessionSnapshot } from './machines/session.ts'
import { PageFailed, PagePending } from './routes/-frame/page-faces.tsx'
import { routeTree } from './routeTree.gen.ts'
import type { Wiring } from './wiring.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption extends Partial<RouteRule> {}
}

/** What every route can reach. */
export type RouterContext = {
  session: SessionActor
  notifications: NotificationsActor
  wireLate: Wiring['wireLate']
  confirmation: Wiring['confirmation']
  queryClient: QueryClient
  clock: Clock
  /** For whoever writes to the school about them. */
  lastCalls: LastCalls
  /** For what is sent otherwise than by a query or a mutation: a file, with its progress. */
  caller: Caller
  setLocale: (locale: Locale) => void
  /** Goes to an address outside of the app. */
  leaveFor: Wiring['leaveFor']
  tellLost: Wiring['tellLost']
  /** Loads the words of a screen. */
  fetchWords: (screen: string) => Promise<void>
  /** A page stands there. */
  onDrawn: () => void
}

export type AppRouter = ReturnType<typeof createAppRouter>

export function createAppRouter(context: RouterContext, history: RouterHistory) {
  const router = createRouter({
    routeTree,
    context,
    history,
    parseSearch: parseQueryString,
    stringifySearch: formatQueryString,
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingMs: 200,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFailed,
    defaultOnCatch: (error) => {
      if (error instanceof ChunkFailure) context.session.send({ type: 'chunk.failed' })
    },
  })
  followSession(context.session, () => void router.invalidate())
  forgetLeftPages(router)
  return router
}

/**
 * An abort keeps the stack it was made in until somebody reads it, and the router's holds the page before: unread, each
 * page that was ever left would stay in memory.
 */
function forgetLeftPages(router: Pick<RegisteredRouter, 'state' | 'subscribe'>): void {
  let { matches } = router.state
  router.subscribe('onResolved', () => {
    for (const { abortController } of matches) void abortController.signal.reason?.stack
    matches = router.state.matches
  })
}

/** Guards run again whenever who is here changes; no page ever navigates because of the session. */
function followSession(session: SessionActor, invalidate: () => void): void {
  let admitted: string | null = null
  session.subscribe((snapshot) => {
    const next = admissionKey(snapshot)
    if (next === null || next === admitted) return
    const isFirst = admitted === null
    admitted = next
    if (!isFirst) invalidate()
  })
}

function admissionKey(snapshot: SessionSnapshot): string | null {
  if (snapshot.hasTag('settling') || snapshot.hasTag('leaving')) return null
  const { user, roleGroup } = snapshot.context
  return `${snapshot.matches('unavailable')} ${user?.id} ${roleGroup} ${user?.roles.map(({ name }) => name).join()}`
}
