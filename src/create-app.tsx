import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { createActor, waitFor } from 'xstate'
import type { Locale } from '#contract/enumerations.ts'
import { type Caller, createRawHttp } from './api/http.ts'
import { configQuery, menuQuery } from './api/system.ts'
import { createClock } from './clock.ts'
import { createEarlyFetch } from './early-answers.ts'
import { createWords } from './i18n/words.ts'
import { loadChunk } from './lazy-page.ts'
import { notificationsMachine } from './machines/notifications.ts'
import type { SessionActor } from './machines/session.ts'
import { once } from './once.ts'
import { titlePages } from './page-title.ts'
import { createQueryClient } from './query-client.ts'
import { recallLocale, rememberLocale } from './remembered.ts'
import { type AppRouter, createAppRouter } from './router.ts'
import { trackPageViews } from './tracking/page-views.ts'
import { whenIdle } from './when-idle.ts'
import { type Wiring, wire } from './wiring.ts'

type AppOptions = {
  window: Window & typeof globalThis
  history?: RouterHistory
  baseURL?: string
}

/** Builds the whole app, in order, with arguments: nothing of it exists before, and many can live side by side. */
export function createApp({ window, history, baseURL = '/api' }: AppOptions) {
  const words = createWords()
  const { i18n } = words
  const caller: Caller = {
    baseURL,
    language: () => i18n.locale || recallLocale(),
    actingUser: () => session?.getSnapshot().context.user?.id ?? null,
    window,
  }
  const rawHttp = createRawHttp({ ...caller, fetch: createEarlyFetch(window) })
  const fetchWords = (screen: string) => words.useScreen(screen, recallLocale())
  const lateWords = once(async () => {
    const load = () => import('./routes/-late-words/late-words.ts')
    const [module] = await Promise.all([loadChunk('late-words', load), fetchWords('late-words')])
    return module.lateWords
  })
  const queryClient = createQueryClient(
    rawHttp,
    (error) => wiring.report(error),
    (...call) => wiring.confirmedHttp(...call),
  )
  const notifications = createActor(notificationsMachine)

  const wiring: Wiring = wire({
    window,
    http: rawHttp,
    queryClient,
    notifications,
    fetchWords,
    session: () => session,
    navigate: (to, { replace = false, from } = {}) => {
      const address = from === undefined ? to : `${to}?from=${encodeURIComponent(from)}`
      router.history[replace ? 'replace' : 'push'](address)
    },
  })
  const session: SessionActor = createActor(wiring.machines.session)
  const router: AppRouter = createAppRouter(
    {
      session,
      notifications,
      machines: wiring.machines,
      confirmation: wiring.confirmation,
      queryClient,
      clock: createClock(window),
      caller,
      leaveFor: wiring.leaveFor,
      setLocale: (locale) => void changeLocale(locale),
      fetchWords,
      lateWords,
    },
    history,
  )

  async function changeLocale(locale: Locale): Promise<void> {
    rememberLocale(locale)
    await words.activate(locale)
    await queryClient.invalidateQueries({ queryKey: menuQuery().queryKey })
  }

  /** Starts the actors and the languages; what it returns can be drawn at once. */
  async function start() {
    session.start()
    notifications.start()
    const config = () => queryClient.getQueryData(configQuery().queryKey)
    trackPageViews(window, router, config)
    void waitFor(session, (snapshot) => !snapshot.hasTag('settling')).then(() =>
      whenIdle(window, async () => {
        const { loadThirdParty } = await import('./tracking/third-party.ts').catch(() => ({ loadThirdParty: null }))
        loadThirdParty?.(window, config())
      }),
    )
    titlePages(window, router, i18n)
    whenIdle(window, () => void lateWords().catch(() => null))
    // Whoever leaves the page that asked has answered.
    router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) wiring.confirmation.answer(false)
    })
    await words.activate(recallLocale())
    return <App i18n={i18n} queryClient={queryClient} router={router} />
  }

  return { start, session, router, queryClient, notifications, i18n }
}

type AppProps = { i18n: I18n; queryClient: ReturnType<typeof createQueryClient>; router: AppRouter }

function App({ i18n, queryClient, router }: AppProps) {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  )
}
