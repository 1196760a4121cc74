import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type ParsedLocation, type RegisteredRouter, type RouterHistory } from '@tanstack/react-router'
import type { Locale } from '#contract/enumerations.ts'
import type { Screen } from '#contract/screens.ts'
import type { AppActors } from '#src/actors/session.actors.ts'
import type { ClientOptions } from '#src/api/http.ts'
import { formatQueryString, parseQueryString } from '#src/api/query-string.ts'
import type { ScreenCatalog } from '#src/i18n/create-i18n.ts'
import type { NotificationsActor } from '#src/machines/notifications.ts'
import type { SessionActor, SessionSnapshot } from '#src/machines/session.ts'
import { PageError, PagePending } from '#src/routes/-layout/route-fallbacks.tsx'
import { routeTree } from '#src/routeTree.gen.ts'
import type { GroupComparisonStore } from '#src/storage/group-comparison.ts'
import type { RecentRequests } from '#src/storage/recent-requests.ts'
import type { ThemeStore } from '#src/storage/theme-store.ts'
import type { ThirdParties } from '#src/tracking/analytics.ts'
import type { Clock } from './clock.ts'
import type { createConnectionStatus } from './connection-status.ts'
import { ChunkLoadError } from './load-chunk.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption extends Partial<Screen> {}
}

/** An actor of a machine. */
type DiagnosedActor = { getSnapshot: () => { value: unknown; machine: { id: string } } }

/** The router context, available in every route. */
export type RouterContext = {
  session: SessionActor
  notifications: NotificationsActor
  provideLazily: AppActors['provideLazily']
  reauthentication: AppActors['reauthentication']
  queryClient: QueryClient
  /** Whether loaders wait for their queries, as on the server. */
  waitsForData: boolean
  clock: Clock
  /** Attached to tickets on request. */
  recentRequests: RecentRequests
  /** Machines of the open screen: tickets say in which state they are. */
  diagnosedActors: Set<DiagnosedActor>
  /** The groups of the catalog that are being compared on this device. */
  groupComparison: GroupComparisonStore
  /** Whether the server can be reached. */
  connection: ReturnType<typeof createConnectionStatus>
  /** For uploads with progress, which are neither a query nor a mutation. */
  caller: ClientOptions
  setLocale: (locale: Locale) => void
  /** Loads the messages of a screen that has a catalog of its own. Undefined if they are there. */
  addCatalog: (name: ScreenCatalog) => Promise<void> | undefined
  /** The child that the parent has chosen last, on any screen. */
  chosenChild: { recall: () => string | null; remember: (child: string | null) => void }
  /** Resolves when the browser has painted the answer to the last press. */
  pressPainted: () => Promise<void> | undefined
  /** Opens a page of the app by its path and search. */
  openPath: (href: string) => void
  /** The address that the document was loaded with. */
  startHref: string
  thirdParties: Pick<ThirdParties, 'needsNewDocument' | 'end'>
  theme: ThemeStore
  /** Collapses the side menu to icons, or expands it. */
  toggleMenu: () => void
  /** Navigates to a URL outside the app. */
  openExternal: AppActors['openExternal']
  copyText: AppActors['copyText']
  printPage: AppActors['printPage']
  reportChunkError: AppActors['reportChunkError']
  /** Called after the first page has mounted. */
  onRendered: () => void
}

export type AppRouter = ReturnType<typeof createAppRouter>

/** `onError` is called for every error that a page shows in place of its content. */
export function createAppRouter(context: RouterContext, history: RouterHistory, onError: (error: unknown) => void) {
  const router = createRouter({
    routeTree,
    context,
    history,
    parseSearch: parseQueryString,
    stringifySearch: formatQueryString,
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    // The query cache decides about staleness.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingMs: 200,
    defaultViewTransition: canChooseViewTransitions() && { types: viewTransitionOf },
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    defaultOnCatch: (error) => {
      onError(error)
      if (error instanceof ChunkLoadError) context.session.send({ type: 'chunk.failed' })
    },
  })
  revalidateOnSessionChange(context.session, () => void router.invalidate())
  releaseAbortedMatches(router)
  return router
}

/** Browsers without types would also animate what is no list and no detail. */
function canChooseViewTransitions(): boolean {
  return globalThis.CSS?.supports?.('selector(:active-view-transition-type(a))') ?? false
}

/** Between a list and an item of it the page fades (src/app/app.css). Other pages change at once. */
function viewTransitionOf({ fromLocation, toLocation }: { fromLocation?: ParsedLocation; toLocation: ParsedLocation }) {
  if (fromLocation === undefined || globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches) return false
  const [list, item] = [fromLocation.pathname, toLocation.pathname].toSorted((one, other) => one.length - other.length)
  return list !== '/' && item !== list && item?.startsWith(`${list}/`) ? ['detail'] : false
}

/**
 * V8 keeps the frames of an unread `stack` alive. The abort reason of the router references the previous page:
 * without the read every page that was left would leak.
 */
function releaseAbortedMatches(router: Pick<RegisteredRouter, 'state' | 'subscribe'>): void {
  let { matches } = router.state
  router.subscribe('onResolved', () => {
    for (const { abortController } of matches) void abortController.signal.reason?.stack
    matches = router.state.matches
  })
}

/** Runs the guards again when the user or the role group changes. Pages do not navigate because of the session. */
function revalidateOnSessionChange(session: SessionActor, invalidate: () => void): void {
  let admitted: string | null = null
  session.subscribe((snapshot) => {
    const next = sessionKey(snapshot)
    if (next === null || next === admitted) return
    const isFirst = admitted === null
    admitted = next
    if (!isFirst) invalidate()
  })
}

function sessionKey(snapshot: SessionSnapshot): string | null {
  if (snapshot.hasTag('settling') || snapshot.hasTag('leaving')) return null
  const { user, roleGroup } = snapshot.context
  return `${snapshot.matches('unavailable')} ${user?.id} ${roleGroup} ${user?.roles.map(({ name }) => name).join()}`
}
