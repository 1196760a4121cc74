import type { QueryClient } from '@tanstack/react-query'
import { fromCallback, fromPromise } from 'xstate'
import { safeReturnPath } from '#contract/return-path.ts'
import type { RoleGroup } from '#contract/roles.ts'
import { attempt, concernsSession, type Failure, failureEvent } from './api/failure.ts'
import { forgetPersonalAnswers } from './api/forget.ts'
import type { Http, RawHttp } from './api/http.ts'
import { configQuery, menuQuery } from './api/system.ts'
import { createConfirmation, resumeAfter } from './confirmation.ts'
import { countDown } from './countdown.ts'
import { loadChunk } from './lazy-page.ts'
import type { NewContact } from './machines/account-verification.ts'
import type { NotificationsActor } from './machines/notifications.ts'
import { type OauthResult, oauthResultMachine } from './machines/oauth-result.ts'
import type { CodeRefusal, PauseTick } from './machines/one-time-code.ts'
import { recoveryMachine } from './machines/recovery.ts'
import { type SessionActor, sessionMachine } from './machines/session.ts'
import type { Arrival, SessionEvent, Surroundings, User } from './machines/session-setup.ts'
import { signOutMachine } from './machines/sign-out.ts'
import type { SentCode } from './machines/two-factor.ts'
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

/** Every machine meets the calls, the cache and the browser here, and only here. */
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

  const countPause = fromCallback<PauseTick, { seconds: number }>(({ input, sendBack }) =>
    countDown(window, input.seconds, (secondsLeft) => sendBack({ type: 'pause.ticked', secondsLeft })),
  )
  /** For flows that say in place why a code did not work, and lead nowhere but to sign-in. */
  async function orRefusal<Answer>(call: Promise<Answer>): Promise<Answer> {
    const { answer, error } = await attempt(call)
    if (error === null) return answer
    if (concernsSession(error)) report(error)
    throw refusalOf(error)
  }

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

  const lateMachines = {
    /** Comes with the first code that is asked for. */
    twoFactor: once(async () => {
      const [{ twoFactorMachine }] = await Promise.all([
        loadChunk('two-factor', () => import('./machines/two-factor.ts')),
        fetchWords('one-time-code'),
      ])
      return twoFactorMachine.provide({
        actors: {
          countPause,
          sendCode: fromPromise<SentCode>(() => orRefusal(http('POST /v1/profile/two-factor/send'))),
          checkCode: fromPromise<void, { code: string }>(async ({ input }) => {
            await orRefusal(http('POST /v1/profile/two-factor/check', { body: input }))
            session().send({ type: 'profile.changed' })
          }),
        },
        actions: { settle: (_, { isConfirmed }) => confirmation.answer(isConfirmed) },
      })
    }),

    accountVerification: once(async () => {
      const [{ accountVerificationMachine }] = await Promise.all([
        loadChunk('account-verification', () => import('./machines/account-verification.ts')),
        fetchWords('one-time-code'),
      ])
      return accountVerificationMachine.provide({
        actors: {
          countPause,
          sendCode: fromPromise<{ noResendExpiresIn: number }, NewContact>(({ input }) =>
            orRefusal(confirmedHttp('POST /v1/profile/account/verification/send', { body: bodyOf(input) })),
          ),
          checkCode: fromPromise<void, NewContact & { code: string }>(async ({ input }) => {
            const body = { ...bodyOf(input), code: input.code }
            await orRefusal(http('POST /v1/profile/account/verification/verify', { body }))
          }),
          saveContact: fromPromise<void, NewContact>(async ({ input }) => {
            await orRefusal(confirmedHttp('PATCH /v1/profile', { body: bodyOf(input) }))
            session().send({ type: 'profile.changed' })
          }),
        },
        actions: {
          notifySaved: () => notifications.send({ type: 'notification.show', kind: 'profileSaved', tone: 'success' }),
        },
      })
    }),
  }

  const leaveFor = (address: string) => location.assign(address)

  /** The error catalogue (S8): a failed call becomes an event of the session. */
  function report(error: Error): void {
    const event: SessionEvent | null = failureEvent(error)
    if (event !== null) session().send(event)
  }

  return { machines: { ...machines, ...lateMachines }, confirmation, confirmedHttp: confirmedRawHttp, leaveFor, report }
}

/** Makes a thing at the first wish, and again only when that failed. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}

function bodyOf({ channel, value }: NewContact): { phone: string } | { email: string } {
  return channel === 'phone' ? { phone: value } : { email: value }
}

function refusalOf({ type, problem }: Failure): CodeRefusal {
  return { type, triesLeft: problem?.triesLeft ?? null, retryAfter: problem?.retryAfter ?? null }
}
