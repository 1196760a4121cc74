import { fromCallback, fromPromise } from 'xstate'
import { attempt, concernsSession } from './api/failure.ts'
import { signInNamesQuery } from './api/profile.ts'
import { countDown } from './countdown.ts'
import { type FlowWorld, refusalOf } from './flow-wiring.ts'
import { accountVerificationMachine, type NewContact } from './machines/account-verification.ts'
import type { PauseTick } from './machines/one-time-code.ts'
import { type SentCode, twoFactorMachine } from './machines/two-factor.ts'

/** The flows of the dialogs in which a code is asked for; wired with these dialogs. */
export function wireCodes(world: FlowWorld) {
  const { browser, http, confirmedHttp, confirmation, queryClient, session, notifications, report } = world
  const countPause = fromCallback<PauseTick, { seconds: number }>(({ input, sendBack }) =>
    countDown(browser(), input.seconds, (secondsLeft) => sendBack({ type: 'pause.ticked', secondsLeft })),
  )
  /** These flows say in place why a code did not work, and lead nowhere but to sign-in. */
  async function orRefusal<Answer>(call: Promise<Answer>): Promise<Answer> {
    const { answer, error } = await attempt(call)
    if (error === null) return answer
    if (concernsSession(error)) report(error)
    throw refusalOf(error)
  }

  /** A phone is a name to sign in with once a code has come back from it. */
  const renewNames = () => void queryClient.invalidateQueries({ queryKey: signInNamesQuery().queryKey })

  return {
    twoFactor: twoFactorMachine.provide({
      actors: {
        countPause,
        sendCode: fromPromise<SentCode>(() => orRefusal(http('POST /v1/profile/two-factor/send'))),
        checkCode: fromPromise<void, { code: string }>(async ({ input }) => {
          const { twoFactorLastCheck } = await orRefusal(http('POST /v1/profile/two-factor/check', { body: input }))
          session().send({ type: 'twoFactor.checked', at: twoFactorLastCheck })
          renewNames()
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
          renewNames()
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
