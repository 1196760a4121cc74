import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { createActor, waitFor } from 'xstate'
import type { Locale } from '#contract/enumerations.ts'
import { chosenChildOf } from '#contract/people/chosen-child.ts'
import type { InitialState } from '#contract/render-page.ts'
import { NoWindowError } from '#src/actors/promise-actor.ts'
import { type AppActors, provideApp } from '#src/actors/session.actors.ts'
import { type ClientOptions, createApiClient } from '#src/api/http.ts'
import { invalidateTranslated, newestDataOn } from '#src/api/query-cache.ts'
import { configQuery } from '#src/api/system.ts'
import { createI18n } from '#src/i18n/create-i18n.ts'
import { notificationsMachine } from '#src/machines/notifications.ts'
import { type SessionActor, settledSessionSnapshot } from '#src/machines/session.ts'
import { restoreQueryData } from '#src/ssr/initial-state.ts'
import type { CachedAnswers } from '#src/storage/cached-answers.ts'
import { createGroupComparison } from '#src/storage/group-comparison.ts'
import { recallChild, saveChild, saveLocale, toggleMenu } from '#src/storage/preferences.ts'
import { createRecentRequests } from '#src/storage/recent-requests.ts'
import { createThemeStore } from '#src/storage/theme-store.ts'
import { createThirdParties } from '#src/tracking/analytics.ts'
import type { Clock } from './clock.ts'
import { createConnectionStatus } from './connection-status.ts'
import { savesData } from './data-saver.ts'
import { applyLateTypeface } from './late-typeface.ts'
import { loadChunk } from './load-chunk.ts'
import { createPageErrors } from './page-errors.ts'
import { syncDocumentTitle } from './page-title.ts'
import { createPressPaint } from './press-paint.ts'
import { createQueryClient } from './query-client.ts'
import { deepestRouteMetadata } from './route-guard.ts'
import { type AppRouter, createAppRouter } from './router.ts'
import { watchProviderCheck } from './session/provider-check.ts'
import { focusPressedControls } from './window-events.ts'

type AppOptions = {
  /** State embedded in the document; with it the session is settled before any request. */
  initialState: InitialState | null
  /** Reads the stored role group of a user from the cookie of the browser or of the request. */
  recallRoleGroup: (userId: string) => string | null
  locale: Locale
  history: RouterHistory
  clock: Clock
  fetch: typeof globalThis.fetch
  /** On the server: the page is rendered when its queries have been read, and failures are left to the browser. */
  waitsForData?: boolean
  /** Called after the first page has mounted or was hydrated. */
  onRendered?: () => void
  /** What an earlier visit has stored, for a page that starts without a connection. */
  cached?: CachedAnswers | null
  baseURL?: string
}

export type App = ReturnType<typeof createApp>

/**
 * Creates an application without global state, so several can exist side by side. It runs in the browser and on the
 * server: `attach` adds what needs a window, `start` returns the element to render.
 */
export function createApp({
  initialState,
  recallRoleGroup,
  locale,
  history,
  clock,
  fetch,
  onRendered = () => undefined,
  cached = null,
  waitsForData = false,
  baseURL = '/api',
}: AppOptions) {
  let attached: (Window & typeof globalThis) | null = null
  const browser = () => {
    if (attached === null) throw new NoWindowError('The app is not attached to a window')
    return attached
  }
  const { i18n, activate, addCatalog } = createI18n()
  const caller: ClientOptions = {
    baseURL,
    language: () => i18n.locale || locale,
    actingUser: () => session?.getSnapshot().context.user?.id ?? null,
    browser,
  }
  const recentRequests = createRecentRequests(clock.now)
  let readAfter: string | null = null
  const rawHttp = createApiClient({ ...caller, readAfter: () => readAfter, fetch, onAnswer: recentRequests.note })
  const queryClient = createQueryClient(
    rawHttp,
    (error, isHandled) => {
      if (waitsForData) return
      if (!isHandled) actors.report(error)
      pageErrors.reportShown(error)
    },
    (...call) => actors.reauthenticatedHttp(...call),
  )
  if (initialState !== null) restoreQueryData(queryClient, initialState, clock)
  for (const { queryKey, data, at } of cached?.answers ?? [])
    queryClient.setQueryData(queryKey, data, { updatedAt: at })
  const notifications = createActor(notificationsMachine)
  const pageErrors = createPageErrors({
    http: rawHttp,
    notifications,
    page: () => router.state.matches.at(-1)?.fullPath ?? '/',
  })

  const actors: AppActors = provideApp({
    browser,
    isAttached: () => attached !== null,
    http: rawHttp,
    queryClient,
    notifications,
    session: () => session,
    cachedUser: cached?.user ?? null,
    navigate: (to, { replace = false, from } = {}) => {
      const address = from === undefined ? to : `${to}${to.includes('?') ? '&' : '?'}from=${encodeURIComponent(from)}`
      router.history[replace ? 'replace' : 'push'](address)
    },
    history: () => router.history,
  })
  const session: SessionActor = createActor(actors.session, settledSession(actors, initialState, recallRoleGroup))
  const connection = createConnectionStatus(() => newestDataOn(queryClient))
  const userId = () => session.getSnapshot().context.user?.id ?? null
  const chosenChild = createChosenChild(userId, () => attached !== null)
  const pressPaint = createPressPaint()
  const thirdParties = createThirdParties({
    session: () => session,
    router: () => router,
    config: () => queryClient.getQueryData(configQuery().queryKey),
  })
  const router: AppRouter = createAppRouter(
    {
      session,
      notifications,
      provideLazily: actors.provideLazily,
      reauthentication: actors.reauthentication,
      queryClient,
      waitsForData,
      clock,
      recentRequests,
      diagnosedActors: new Set(),
      groupComparison: createGroupComparison(browser, clock.now),
      connection,
      caller,
      openExternal: actors.openExternal,
      copyText: actors.copyText,
      printPage: actors.printPage,
      reportChunkError: actors.reportChunkError,
      setLocale: (chosen) => void changeLocale(chosen),
      addCatalog,
      chosenChild,
      pressPainted: pressPaint.painted,
      openPath: (href) => router.history.push(href),
      startHref: history.location.href,
      thirdParties,
      theme: createThemeStore(() => browser().document),
      toggleMenu: () => toggleMenu(browser().document),
      onRendered,
    },
    history,
    pageErrors.reportShown,
  )

  async function changeLocale(chosen: Locale): Promise<void> {
    saveLocale(chosen)
    await activate(chosen).catch(actors.reportChunkError)
    await invalidateTranslated(queryClient)
  }

  /** Adds what needs a window: messages between tabs, the document title, third parties. */
  function attach(window: Window & typeof globalThis): void {
    attached = window
    connection.watch(window)
    if (savesData(window)) router.update({ ...router.options, defaultPreload: false })
    const setDocumentLanguage = () => {
      window.document.documentElement.lang = i18n.locale
    }
    i18n.on('change', setDocumentLanguage)
    actors.listenToBrowser(window)
    focusPressedControls(window)
    pressPaint.listen(window)
    pageErrors.listen(window)
    thirdParties.watch(window)
    syncDocumentTitle(window, router, i18n)
    applyLateTypeface(window, router)
    router.subscribe('onResolved', () => {
      const { name } = deepestRouteMetadata(router.state.matches) ?? {}
      const child = name && chosenChildOf(name, router.state.matches.at(-1)?.search ?? {})
      if (child) chosenChild.remember(child)
    })
    const { providerCheckAt: dueAt } = initialState ?? {}
    const isOffline = () => connection.read().isOffline
    if (dueAt !== undefined) watchProviderCheck({ dueAt, clock, router, session, queryClient, isOffline })
    // Navigating away cancels the two-factor dialog.
    router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) actors.reauthentication.answer(false)
    })
    void waitFor(session, (snapshot) => !snapshot.hasTag('settling')).then(() => {
      actors.reauthentication.recallInterruptedCall()
    })
  }

  /** Starts what the first page does without. What does not load is tried again at the next page or connection. */
  async function startAtRest(): Promise<void> {
    const late = await loadChunk('at-rest', async () => (await import('./at-rest.ts')).loadLateParts()).catch(
      () => null,
    )
    if (late === null) return nextChance(browser(), router).then(startAtRest)
    const dependencies = {
      window: browser(),
      baseURL,
      queryClient,
      session,
      notifications,
      recentRequests,
      isLeaving: actors.isLeaving,
      screen: () => deepestRouteMetadata(router.state.matches),
      lastChangeId: initialState?.lastChangeId ?? null,
      onReadAfter: (after: string) => {
        readAfter = after
      },
      openPath: (path: string) => router.history.push(path),
      menuFetched: late.preloadMenu(browser(), router, queryClient),
      prefetchOffline: () => late.preloadOffline(router),
    }
    late.startConnection(dependencies, connection.follow)
    late.startOffline(dependencies)
  }

  /** Starts the actors and loads the catalog; returns the element to render. */
  async function start() {
    session.start()
    notifications.start()
    if (attached !== null) session.send({ type: 'page.loaded' })
    await activate(locale)
    return <Providers i18n={i18n} queryClient={queryClient} router={router} />
  }

  return { attach, start, startAtRest, session, router, queryClient, notifications, i18n, pageErrors }
}

/** The settled session for the profile that the document embeds; without a profile the session machine loads it. */
function settledSession(
  { session }: AppActors,
  initialState: InitialState | null,
  recallRoleGroup: AppOptions['recallRoleGroup'],
) {
  const user = initialState?.profile
  if (user === undefined) return {}
  const arrival = user === null ? null : { user, rememberedGroup: recallRoleGroup(user.id) }
  return { snapshot: settledSessionSnapshot(session, arrival) }
}

/** The child that a parent has chosen, remembered for this user. */
function createChosenChild(userId: () => string | null, isAttached: () => boolean) {
  return {
    // The server redirects before it renders.
    recall: () => {
      const id = userId()
      return isAttached() && id !== null ? recallChild(id) : null
    },
    remember: (child: string | null) => {
      const id = userId()
      // Own studies, for which a parent may have paid too, are no child.
      if (id !== null && child !== id) saveChild(id, child)
    },
  }
}

/** Resolves when a page has been opened, or the browser has found a connection. */
function nextChance(window: Window, router: AppRouter): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
    const unsubscribe = router.subscribe('onResolved', () => {
      unsubscribe()
      resolve()
    })
  })
}

type ProvidersProps = { i18n: I18n; queryClient: QueryClient; router: AppRouter }

function Providers({ i18n, queryClient, router }: ProvidersProps) {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  )
}
