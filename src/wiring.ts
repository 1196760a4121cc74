import type { QueryClient } from '@tanstack/react-query'
import { fromCallback, fromPromise } from 'xstate'
import { safeReturnPath } from '#contract/return-path.ts'
import type { RoleGroup } from '#contract/roles.ts'
import { attempt, failureEvent } from './api/failure.ts'
import { forgetPersonalAnswers } from './api/forget.ts'
import type { Http } from './api/http.ts'
import { configQuery, menuQuery } from './api/system.ts'
import type { NotificationsActor } from './machines/notifications.ts'
import { type OauthResult, oauthResultMachine } from './machines/oauth-result.ts'
import { recoveryMachine } from './machines/recovery.ts'
import { type SessionActor, sessionMachine } from './machines/session.ts'
import type { Arrival, SessionEvent, Surroundings, User } from './machines/session-setup.ts'
import { signOutMachine } from './machines/sign-out.ts'
import { reloadIfReleased } from './release.ts'
import { recallRoleGroup, rememberRoleGroup } from './remembered.ts'
import { sendToProfileService } from './tracking/profile-service.ts'

/** What the machines meet: made in `create-app.tsx`, before any machine starts. */
export type World = {
  window: Window & typeof globalThis
  http: Http
  queryClient: QueryClient
  /** Set once they exist: the session asks the router to go somewhere, the router asks the session who is here. */
  navigate: (to: string, options?: { replace?: boolean; from?: string }) => void
  session: () => SessionActor
  notifications: NotificationsActor
}

export type Wiring = ReturnType<typeof wire>

/** Every machine meets the calls, the cache and the browser here, and only here. */
export function wire({ window, http, queryClient, navigate, session, notifications }: World) {
  const { location } = window
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
        endImpersonation: fromPromise<void>(async () => {
          const { error } = await attempt(http('POST /v1/admin/auth/logout-as'))
          if (error !== null) throw error
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
        openAdminPanel: () => navigate('/adm-panel/'),
        showForbidden: () => navigate('/403', { replace: true, from: here() }),
        showBroken,
        notifyEndFailed: () =>
          notifications.send({ type: 'notification.show', kind: 'endImpersonationFailed', tone: 'error' }),
      },
    }),

    oauthResult: oauthResultMachine.provide({
      actors: {
        sendResult: fromPromise<string | null, OauthResult>(async ({ input }) => {
          const { location: target } = await http('POST /v1/auth/oauth-result', { body: input })
          // The server has judged the path; the browser judges it again (D-2).
          return target === null ? null : safeReturnPath(target, location.origin)
        }),
      },
      actions: { replacePage, openHome, showBroken: () => navigate('/500', { replace: true, from: '/' }) },
    }),

    signOut: signOutMachine.provide({
      actors: {
        requestLogoutLink: fromPromise<string>(async () => {
          const { answer, error } = await attempt(http('GET /v1/auth/logout-link'))
          if (error !== null) throw error
          return answer.url
        }),
      },
      actions: { replacePage },
    }),

    recovery: recoveryMachine.provide({
      actors: {
        checkServer: fromPromise<boolean>(async ({ signal }) => {
          // A server that takes the question and says nothing is silent too.
          const patience = AbortSignal.any([signal, AbortSignal.timeout(5000)])
          return (await window.fetch('/readyz', { signal: patience })).ok
        }),
      },
      actions: {
        returnToWork: (_, { from }) => {
          session().send({ type: 'session.retry' })
          navigate(safeReturnPath(from, location.origin), { replace: true })
        },
      },
    }),
  }

  /** The error catalogue (S8): a failed call becomes an event of the session. */
  function report(error: Error): void {
    const event: SessionEvent | null = failureEvent(error)
    if (event !== null) session().send(event)
  }

  return { machines, report }
}
