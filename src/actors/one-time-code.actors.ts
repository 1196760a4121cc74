import { fromCallback, fromPromise } from 'xstate'
import { isSessionError, toResult } from '#src/api/api-error.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import { accountVerificationMachine, type NewContact } from '#src/machines/account-verification.ts'
import type { PauseTick } from '#src/machines/one-time-code.ts'
import { type SentCode, twoFactorMachine } from '#src/machines/two-factor.ts'
import { startCountdown } from './countdown.ts'
import { type FlowDependencies, toFlowError } from './flow-dependencies.ts'

/** Actors and actions of the machines that ask for a one-time code. */
export function provideOneTimeCodes(world: FlowDependencies) {
  const { browser, http, reauthenticatedHttp, reauthentication, queryClient, session, notifications, report } = world
  const countPause = fromCallback<PauseTick, { seconds: number }>(({ input, sendBack }) =>
    startCountdown(browser(), input.seconds, (secondsLeft) => sendBack({ type: 'pause.ticked', secondsLeft })),
  )
  /** Errors of these calls are shown in the dialog; only errors of the session are reported. */
  async function orRefusal<Answer>(call: Promise<Answer>): Promise<Answer> {
    const { answer, error } = await toResult(call)
    if (error === null) return answer
    if (isSessionError(error)) report(error)
    throw toFlowError(error)
  }

  return {
    twoFactor: twoFactorMachine.provide({
      actors: {
        countPause,
        sendCode: fromPromise<SentCode>(() => orRefusal(http('POST /v1/profile/two-factor/send'))),
        checkCode: fromPromise<void, { code: string }>(async ({ input }) => {
          const { twoFactorLastCheck } = await orRefusal(http('POST /v1/profile/two-factor/check', { body: input }))
          session().send({ type: 'twoFactor.checked', at: twoFactorLastCheck })
          void invalidateChangedBy(queryClient, 'POST /v1/profile/two-factor/check')
        }),
      },
      actions: { settle: (_, { isConfirmed }) => reauthentication.answer(isConfirmed) },
    }),

    accountVerification: accountVerificationMachine.provide({
      actors: {
        countPause,
        sendCode: fromPromise<{ noResendExpiresIn: number }, NewContact>(({ input }) =>
          orRefusal(reauthenticatedHttp('POST /v1/profile/account/verification/send', { body: bodyOf(input) })),
        ),
        checkCode: fromPromise<void, NewContact & { code: string }>(async ({ input }) => {
          const body = { ...bodyOf(input), code: input.code }
          await orRefusal(http('POST /v1/profile/account/verification/verify', { body }))
        }),
        saveContact: fromPromise<void, NewContact>(async ({ input }) => {
          const user = await orRefusal(reauthenticatedHttp('PATCH /v1/profile', { body: bodyOf(input) }))
          session().send({ type: 'profile.received', user })
          void invalidateChangedBy(queryClient, 'PATCH /v1/profile')
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
