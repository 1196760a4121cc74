import type { QueryClient } from '@tanstack/react-query'
import { fromCallback, fromPromise } from 'xstate'
import { safeReturnPath } from '#contract/return-path.ts'
import type { RoleGroup } from '#contract/roles.ts'
import { attempt, failureEvent } from './api/failure.ts'
import { forgetPersonalAnswers } from './api/forget.ts'
import type { Http, RawHttp } from './api/http.ts'
import { configQuery, menuQuery } from './api/system.ts'
import { createConfirmation, resumeAfter } from './confirmation.ts'
import { loadChunk } from './lazy-page.ts'
import type { NotificationsActor } from './machines/notifications.ts'
import { type SessionActor, sessionMachine } from './machines/session.ts'
import type { Arrival, SessionEvent, Surroundings, User } from './machines/session-setup.ts'
import { once } from './once.ts'
import { reloadIfReleased } from './release.ts'
import { recallRoleGroup, rememberRoleGroup } from './remembered.ts'
import { sendToProfileService } from './tracking/profile-service.ts'

/** What the machines meet: made in `create-app.tsx`, before any machine starts. */
export type World = {
  window: Window & typeof globalThis
  http: RawHttp
  queryClient: QueryClient
  /** Set once they exist: the session asks the router to go somewhere, the router asks the session who is here. */
  navigate: (to: string, options?: { replace?: boolean; from?: string }) => void
  session: () => SessionActor
  notifications: NotificationsActor
  /** Loads the words of a screen. */
  fetchWords: (screen: string) => Promise<void>
}

export type Wiring = ReturnType<typeof wire>

/**
 * Every machine meets the calls, the cache and the browser here, and only here: the session from the start, the others
 * (`late-wiring.ts`) with the first page that wants one. `machines.recovery()` is for React's `use`.
 */
export function wire({ window, http: rawHttp, queryClient, navigate, session, notifications, fetchWords }: World) {
  const { location } = window
  const http = rawHttp as Http
  const confirmation = createConfirmation()
  /** As `http`, with the two-factor dialog in between where the server asks for it (D-26). */
  const confirmedRawHttp = resumeAfter(confirmation, rawHttp)
  const confirmedHttp = confirmedRawHttp as Http
  const tabs = 'BroadcastChannel' in window ? new window.BroadcastChannel('personal-account') : null
  const here = () => location.pathname + location.search + location.hash

  const replacePage = (_: unknown, { location: target }: { location: string | null }) => {
    if (target !== null) location.replace(target)
  }
  const showBroken = () => {
    if (location.pathname !== '/500') navigate('/500', { replace: true, from: here() })
  }
  const openHome = () => navigate('/', { replace: true })

  const machines = {
    session: sessionMachine.provide({
      actors: {
        loadConfig: fromPromise<void>(async () => void (await queryClient.fetchQuery(configQuery()))),
        loadUser: fromPromise<Arrival>(async () => {
          const { answer, error } = await attempt(http('GET /v1/profile'))
          if (answer !== null) return { user: answer, rememberedGroup: recallRoleGroup(answer.id) }
          if (error.status === 401) return null
          throw error
        }),
        requestSignIn: fromPromise<string | null, { returnTo: string | undefined }>(async ({ input }) => {
          const from_url = safeReturnPath(input.returnTo ?? here(), location.origin)
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
          if (error === null) return
          // Another tab was first, or has signed out: the whole page is somebody else's by now.
          if (error.status === 401 || error.type === 'session-changed') report(error)
          throw error
        }),
        endImpersonation: fromPromise<void>(async () => {
          const { error } = await attempt(http('POST /v1/admin/auth/logout-as'))
          const isOverAlready = error?.status === 401 || error?.status === 409
          if (error !== null && !isOverAlready) throw error
        }),
        hearSurroundings: fromCallback<Surroundings>(({ sendBack }) => {
          const onMessage = ({ data }: MessageEvent<Surroundings>) => sendBack(data)
          const onShow = ({ persisted }: PageTransitionEvent) => persisted && sendBack({ type: 'page.restored' })
          tabs?.addEventListener('message', onMessage)
          window.addEventListener('pageshow', onShow)
          return () => {
            tabs?.removeEventListener('message', onMessage)
            window.removeEventListener('pageshow', onShow)
          }
        }),
      },
      actions: {
        rememberRoleGroup: (_, { user, group }: { user: User | null; group: RoleGroup | null }) => {
          if (user !== null) rememberRoleGroup(user.id, group, location.hostname)
        },
        announceUser: (_, { user }) => {
          const config = queryClient.getQueryData(configQuery().queryKey)
          if (user !== null) sendToProfileService(window, config, user)
        },
        tellOtherTabs: (_, message) => tabs?.postMessage(message),
        replacePage,
        forgetData: () => {
          const config = queryClient.getQueryData(configQuery().queryKey)
          queryClient.clear()
          queryClient.setQueryData(configQuery().queryKey, config)
        },
        forgetPerson: () => forgetPersonalAnswers(queryClient),
        reloadPage: () => location.reload(),
        reloadIfReleased: () => void reloadIfReleased(window),
        refreshMenu: () => void queryClient.invalidateQueries({ queryKey: menuQuery().queryKey }),
        openHome,
        openAdminPanel: (_, { userId }) => navigate(userId === null ? '/adm-panel/' : `/adm-panel/?user=${userId}`),
        showForbidden: () => navigate('/403', { replace: true, from: here() }),
        showBroken,
        notifyEndFailed: () =>
          notifications.send({ type: 'notification.show', kind: 'endImpersonationFailed', tone: 'error' }),
      },
    }),
  }

  const lateMachines = once(async () => {
    const { wireLate } = await loadChunk('late-wiring', () => import('./late-wiring.ts'))
    const world = { window, navigate, session, notifications, http, confirmedHttp, confirmation, report, replacePage }
    return wireLate(world)
  })
  const codeMachines = once(async () => {
    const [late] = await Promise.all([lateMachines(), fetchWords('one-time-code')])
    return late
  })
  const onDemand = {
    oauthResult: once(async () => (await lateMachines()).oauthResult),
    signOut: once(async () => (await lateMachines()).signOut),
    recovery: once(async () => (await lateMachines()).recovery),
    twoFactor: once(async () => (await codeMachines()).twoFactor),
    accountVerification: once(async () => (await codeMachines()).accountVerification),
  }

  const leaveFor = (address: string) => location.assign(address)

  /** The error catalogue (S8): a failed call becomes an event of the session. */
  function report(error: Error): void {
    const event: SessionEvent | null = failureEvent(error)
    if (event !== null) session().send(event)
  }

  return { machines: { ...machines, ...onDemand }, confirmation, confirmedHttp: confirmedRawHttp, leaveFor, report }
}
