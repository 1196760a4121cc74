import { fromCallback, fromPromise } from 'xstate'
import { safeReturnPath } from '#contract/return-path.ts'
import { attempt, concernsSession, type Failure } from './api/failure.ts'
import type { Http } from './api/http.ts'
import type { Confirmation } from './confirmation.ts'
import { countDown } from './countdown.ts'
import { accountVerificationMachine, type NewContact } from './machines/account-verification.ts'
import { type OauthResult, oauthResultMachine } from './machines/oauth-result.ts'
import type { CodeRefusal, PauseTick } from './machines/one-time-code.ts'
import { recoveryMachine } from './machines/recovery.ts'
import { signOutMachine } from './machines/sign-out.ts'
import { type SentCode, twoFactorMachine } from './machines/two-factor.ts'
import { forgetDrafts } from './remembered.ts'
import type { World } from './wiring.ts'

export type FlowWorld = Pick<World, 'browser' | 'navigate' | 'session' | 'notifications' | 'queryClient'> & {
  http: Http
  confirmedHttp: Http
  confirmation: Confirmation
  report: (error: Error) => void
  replacePage: (args: unknown, params: { location: string | null }) => void
}

/** The half of `wiring.ts` for the flows that a page or a dialog runs while it is open. */
export function wireFlows(world: FlowWorld) {
  const { browser, http, confirmedHttp, confirmation, navigate, session, notifications, report, replacePage } = world

  const countPause = fromCallback<PauseTick, { seconds: number }>(({ input, sendBack }) =>
    countDown(browser(), input.seconds, (secondsLeft) => sendBack({ type: 'pause.ticked', secondsLeft })),
  )
  /** For flows that say in place why a code did not work, and lead nowhere but to sign-in. */
  async function orRefusal<Answer>(call: Promise<Answer>): Promise<Answer> {
    const { answer, error } = await attempt(call)
    if (error === null) return answer
    if (concernsSession(error)) report(error)
    throw refusalOf(error)
  }

  return {
    oauthResult: oauthResultMachine.provide({
      actors: {
        sendResult: fromPromise<string | null, OauthResult>(async ({ input }) => {
          const { location: target } = await http('POST /v1/auth/oauth-result', { body: input })
          // The server has judged the path; the browser judges it again (D-2).
          return target === null ? null : safeReturnPath(target, browser().location.origin)
        }),
      },
      actions: {
        replacePage,
        openHome: () => navigate('/', { replace: true }),
        showBroken: () => navigate('/500', { replace: true, from: '/' }),
      },
    }),

    signOut: signOutMachine.provide({
      actors: {
        requestLogoutLink: fromPromise<string>(async () => {
          const { answer, error } = await attempt(http('GET /v1/auth/logout-link'))
          if (error !== null) throw error
          forgetDrafts(browser())
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
          return (await browser().fetch('/readyz', { signal: patience })).ok
        }),
      },
      actions: {
        returnToWork: (_, { from }) => {
          session().send({ type: 'session.retry' })
          navigate(safeReturnPath(from, browser().location.origin), { replace: true })
        },
      },
    }),

    twoFactor: twoFactorMachine.provide({
      actors: {
        countPause,
        sendCode: fromPromise<SentCode>(() => orRefusal(http('POST /v1/profile/two-factor/send'))),
        checkCode: fromPromise<void, { code: string }>(async ({ input }) => {
          const { twoFactorLastCheck } = await orRefusal(http('POST /v1/profile/two-factor/check', { body: input }))
          session().send({ type: 'twoFactor.checked', at: twoFactorLastCheck })
        }),
      },
      actions: { settle: (_, { isConfirmed }) => confirmation.answer(isConfirmed) },
    }),

    accountVerification: accountVerificationMachine.provide({
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
          const user = await orRefusal(confirmedHttp('PATCH /v1/profile', { body: bodyOf(input) }))
          session().send({ type: 'profile.received', user })
        }),
      },
      actions: {
        notifySaved: () => notifications.send({ type: 'notification.show', kind: 'profileSaved', tone: 'success' }),
      },
    }),
  }
}

function bodyOf({ channel, value }: NewContact): { phone: string } | { email: string } {
  return channel === 'phone' ? { phone: value } : { email: value }
}

/** What the machines of flows are told of a failure. */
export function refusalOf({ type, problem }: Failure): CodeRefusal {
  return { type, triesLeft: problem?.triesLeft ?? null, retryAfter: problem?.retryAfter ?? null }
}
