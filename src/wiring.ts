import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { safeReturnPath } from '#contract/return-path.ts'
import type { RoleGroup } from '#contract/roles.ts'
import { contractsQuery } from './api/contracts.ts'
import { attempt, failureEvent } from './api/failure.ts'
import { forgetPersonalAnswers } from './api/forget.ts'
import type { Http, RawHttp } from './api/http.ts'
import { answeredByGroup } from './api/news.ts'
import { configQuery, menuQuery } from './api/system.ts'
import { onAppEvent } from './app-events.ts'
import { createConfirmation, resumeAfter } from './confirmation.ts'
import { type FlowHistory, type FlowWorld, lateWiring } from './flow-wiring.ts'
import type { NotificationsActor } from './machines/notifications.ts'
import { type SessionActor, sessionMachine } from './machines/session.ts'
import type { Arrival, SessionEvent, Surroundings, User } from './machines/session-setup.ts'
import { reloadIfReleased } from './release.ts'
import { recallPanel, recallRoleGroup, rememberPanel, rememberRoleGroup } from './remembered.ts'
import { sendToProfileService } from './tracking/profile-service.ts'

/** What the machines meet: made in `create-app.tsx`, before any machine starts. */
export type World = {
  /** The browser's window; there is none while a page is only drawn, and then nothing here is asked to happen. */
  browser: () => Window & typeof globalThis
  isAttached: () => boolean
  http: RawHttp
  queryClient: QueryClient
  /** Set once they exist: the session asks the router to go somewhere, the router asks the session who is here. */
  navigate: (to: string, options?: { replace?: boolean; from?: string }) => void
  history: () => FlowHistory
  session: () => SessionActor
  notifications: NotificationsActor
}

export type Wiring = ReturnType<typeof wire>

/** Every machine meets the calls, the cache and the browser here and in the files of its flows, and only there. */
export function wire(world: World) {
  const { browser, isAttached, http: rawHttp, queryClient, navigate, history, session, notifications } = world
  const http = rawHttp as Http
  const confirmation = createConfirmation()
  /** As `http`, with the two-factor dialog in between where the server asks for it (D-26). */
  const confirmedHttp = resumeAfter(confirmation, rawHttp)
  let otherTabs: BroadcastChannel | null = null
  const here = () => {
    const { pathname, search, hash } = browser().location
    return pathname + search + hash
  }

  const replacePage = (_: unknown, { location: target }: { location: string | null }) => {
    if (target !== null) browser().location.replace(target)
  }
  const showBroken = () => {
    if (browser().location.pathname !== '/500') navigate('/500', { replace: true, from: here() })
  }
  const openHome = () => navigate('/', { replace: true })

  const sessionWired = sessionMachine.provide({
    actors: {
      loadConfig: fromPromise<void>(async () => void (await queryClient.fetchQuery(configQuery()))),
      loadUser: fromPromise<Arrival>(async () => {
        const { answer, error } = await attempt(http('GET /v1/profile'))
        if (answer !== null) return { user: answer, rememberedGroup: recallRoleGroup(answer.id) }
        if (error.status === 401) return null
        throw error
      }),
      requestSignIn: fromPromise<string | null, { returnTo: string | undefined }>(async ({ input }) => {
        const from_url = safeReturnPath(input.returnTo ?? here(), browser().location.origin)
        if (!browser().navigator.cookieEnabled) {
          navigate('/403?without=cookies', { replace: true, from: from_url })
          return null
        }
        const { answer, error } = await attempt(
          http('GET /v1/auth/redirect-to-oauth-provider', { query: { from_url } }),
        )
        if (error !== null) {
          report(error)
          throw error
        }
        return answer.location || null
      }),
      startImpersonation: fromPromise<void, { userId: string; reason: string }>(async ({ input }) => {
        const { error } = await attempt(http('POST /v1/admin/auth/login-as', { body: input }))
        if (error === null) return rememberPanel(browser())
        // Another tab was first, or has signed out: the whole page is somebody else's by now.
        if (error.status === 401 || error.type === 'session-changed') report(error)
        throw error
      }),
      endImpersonation: fromPromise<void>(async () => {
        const { error } = await attempt(http('POST /v1/admin/auth/logout-as'))
        const isOverAlready = error?.status === 401 || error?.status === 409
        if (error !== null && !isOverAlready) throw error
      }),
    },
    actions: {
      rememberRoleGroup: (_, { user, group }: { user: User | null; group: RoleGroup | null }) => {
        if (user !== null) rememberRoleGroup(user.id, group, browser().location.hostname)
      },
      announceUser: (_, { user }) => {
        const config = queryClient.getQueryData(configQuery().queryKey)
        if (user !== null) sendToProfileService(browser(), config, user)
      },
      tellOtherTabs: (_, message) => otherTabs?.postMessage(message),
      replacePage,
      forgetData: () => {
        const config = queryClient.getQueryData(configQuery().queryKey)
        queryClient.clear()
        queryClient.setQueryData(configQuery().queryKey, config)
      },
      forgetPerson: () => forgetPersonalAnswers(queryClient),
      reloadPage: () => browser().location.reload(),
      reloadIfReleased: () => void reloadIfReleased(browser()),
      refreshMenu: () => {
        void queryClient.invalidateQueries({ queryKey: menuQuery().queryKey })
        for (const queryKey of answeredByGroup) void queryClient.resetQueries({ queryKey })
      },
      // A student's own name stands in their contracts.
      refreshNames: () => void queryClient.invalidateQueries({ queryKey: contractsQuery().queryKey }),
      openHome,
      openAdminPanel: (_, { userId }) => navigate(recallPanel(browser(), userId)),
      showForbidden: () => navigate('/403', { replace: true, from: here() }),
      showBroken,
      notifyEndFailed: () =>
        notifications.send({ type: 'notification.show', kind: 'endImpersonationFailed', tone: 'error' }),
      notifyNotRenewed: () =>
        notifications.send({ type: 'notification.show', kind: 'profileNotRenewed', tone: 'error' }),
    },
  })

  const flowWorld: FlowWorld = {
    browser,
    queryClient,
    navigate,
    history,
    session,
    notifications,
    http,
    confirmedHttp: confirmedHttp as Http,
    confirmation,
    report,
    replacePage,
  }

  /** The error catalogue (S8): a failed call becomes an event of the session. */
  function report(error: Error): void {
    const event: SessionEvent | null = failureEvent(error)
    if (event !== null && isAttached()) session().send(event)
  }

  /** Passes on what other tabs and the browser tell without being asked (D-5). */
  function hearSurroundings(window: Window & typeof globalThis): void {
    otherTabs = 'BroadcastChannel' in window ? new window.BroadcastChannel('personal-account') : null
    otherTabs?.addEventListener('message', ({ data }: MessageEvent<Surroundings>) => session().send(data))
    onAppEvent(window, 'profile-reload', () => session().send({ type: 'profile.changed' }))
    window.addEventListener('pageshow', ({ persisted }) => persisted && session().send({ type: 'page.restored' }))
  }

  /** For what closes when its code is lost, or never opened: a toast says so, and the page may be one of an old release. */
  const tellLost = () => {
    session().send({ type: 'chunk.failed' })
    notifications.send({ type: 'notification.show', kind: 'partLost', tone: 'error' })
  }

  const leaveFor = (address: string) => browser().location.assign(address)

  return {
    session: sessionWired,
    wireLate: lateWiring(flowWorld),
    confirmation,
    confirmedHttp,
    leaveFor,
    tellLost,
    report,
    hearSurroundings,
  }
}
