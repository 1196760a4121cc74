import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { createActor, waitFor } from 'xstate'
import type { Boot } from '#contract/boot.ts'
import type { Locale } from '#contract/enumerations.ts'
import { type Caller, createRawHttp } from './api/http.ts'
import { configQuery, menuQuery } from './api/system.ts'
import { restoreAnswers } from './boot.ts'
import type { Clock } from './clock.ts'
import { createWords } from './i18n/words.ts'
import { createLastCalls } from './last-calls.ts'
import { notificationsMachine } from './machines/notifications.ts'
import { type SessionActor, sessionAtRest } from './machines/session.ts'
import { titlePages } from './page-title.ts'
import { createQueryClient } from './query-client.ts'
import { rememberLocale } from './remembered.ts'
import { type AppRouter, createAppRouter } from './router.ts'
import { trackPageViews } from './tracking/page-views.ts'
import { loadThirdParty } from './tracking/third-party.ts'
import { type Wiring, wire } from './wiring.ts'

type AppOptions = {
  /** What the document brought: with it the app is at rest before it has asked for anything. */
  boot: Boot | null
  /** The role group that this browser, or a request, remembers for a person. */
  recallRoleGroup: (userId: string) => string | null
  locale: Locale
  history: RouterHistory
  clock: Clock
  fetch: typeof globalThis.fetch
  /** A page stands there, or has been taken over. */
  onDrawn?: () => void
  baseURL?: string
}

/**
 * Builds the whole app, in order, with arguments: nothing of it exists before, and many can live side by side.
 * It runs anywhere; `attach` adds what only a browser has, and `start` makes it ready to be drawn.
 */
export function createApp({
  boot,
  recallRoleGroup,
  locale,
  history,
  clock,
  fetch,
  onDrawn = () => undefined,
  baseURL = '/api',
}: AppOptions) {
  let attached: (Window & typeof globalThis) | null = null
  const browser = () => {
    if (attached === null) throw new Error('The app is not attached to a window')
    return attached
  }
  const words = createWords()
  const { i18n } = words
  const caller: Caller = {
    baseURL,
    language: () => i18n.locale || locale,
    actingUser: () => session?.getSnapshot().context.user?.id ?? null,
    browser,
  }
  const lastCalls = createLastCalls(clock.now)
  const rawHttp = createRawHttp({ ...caller, fetch, onAnswer: lastCalls.note })
  const queryClient = createQueryClient(
    rawHttp,
    (error) => wiring.report(error),
    (...call) => wiring.confirmedHttp(...call),
  )
  if (boot !== null) restoreAnswers(queryClient, boot)
  const notifications = createActor(notificationsMachine)

  const wiring: Wiring = wire({
    browser,
    isAttached: () => attached !== null,
    http: rawHttp,
    queryClient,
    notifications,
    session: () => session,
    navigate: (to, { replace = false, from } = {}) => {
      const address = from === undefined ? to : `${to}${to.includes('?') ? '&' : '?'}from=${encodeURIComponent(from)}`
      router.history[replace ? 'replace' : 'push'](address)
    },
    history: () => router.history,
  })
  const session: SessionActor = createActor(wiring.session, atRest(wiring, boot, recallRoleGroup))
  const router: AppRouter = createAppRouter(
    {
      session,
      notifications,
      wireLate: wiring.wireLate,
      confirmation: wiring.confirmation,
      queryClient,
      clock,
      lastCalls,
      caller,
      leaveFor: wiring.leaveFor,
      tellLost: wiring.tellLost,
      setLocale: (chosen) => void changeLocale(chosen),
      onDrawn,
      fetchWords: (screen) => words.loadScreen(screen, i18n.locale as Locale),
    },
    history,
  )

  async function changeLocale(chosen: Locale): Promise<void> {
    rememberLocale(chosen)
    await words.activate(chosen).catch(wiring.tellLost)
    await queryClient.invalidateQueries({ queryKey: menuQuery().queryKey })
  }

  /** Adds what only a browser has: other tabs, the title, tracking, third parties. */
  function attach(window: Window & typeof globalThis): void {
    attached = window
    const config = () => queryClient.getQueryData(configQuery().queryKey)
    const sayLanguage = () => {
      window.document.documentElement.lang = i18n.locale
    }
    i18n.on('change', sayLanguage)
    wiring.hearSurroundings(window)
    trackPageViews(window, router, config)
    titlePages(window, router, i18n)
    // Whoever leaves the page that asked has answered.
    router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) wiring.confirmation.answer(false)
    })
    void waitFor(session, (snapshot) => !snapshot.hasTag('settling')).then(() => loadThirdParty(window, config))
  }

  /** Starts the actors and the language; what it returns can be drawn at once. */
  async function start() {
    session.start()
    notifications.start()
    if (attached !== null) session.send({ type: 'visit.begin' })
    await words.activate(locale)
    return <Providers i18n={i18n} queryClient={queryClient} router={router} />
  }

  return { attach, start, session, router, queryClient, notifications, i18n }
}

/** Whoever the document told of is here at once; where it could not tell, the session asks. */
function atRest({ session }: Wiring, boot: Boot | null, recallRoleGroup: AppOptions['recallRoleGroup']) {
  const user = boot?.profile
  if (user === undefined) return {}
  const arrival = user === null ? null : { user, rememberedGroup: recallRoleGroup(user.id) }
  return { snapshot: sessionAtRest(session, arrival) }
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
