import { fromCallback } from 'xstate'
import { codeLifetimeSeconds } from '#contract/limits.ts'
import { isSessionError, toResult } from '#src/api/api-error.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import {
  type AccountJoin,
  accountJoinMachine,
  type JoinRecalled,
  type ProofRecalled,
} from '#src/machines/account-join.ts'
import {
  accountVerificationMachine,
  type NewContact,
  type SentRecalled,
  type SentToContact,
  type VerifiedRecalled,
} from '#src/machines/account-verification.ts'
import { noopCallback } from '#src/machines/not-provided.ts'
import type { Channel, CodeError, PauseTick } from '#src/machines/one-time-code.ts'
import { type SentCode, twoFactorMachine } from '#src/machines/two-factor.ts'
import { provideFormPersistence } from '#src/storage/form-persistence.ts'
import { startCountdown } from './countdown.ts'
import { type FlowDependencies, toFlowError } from './flow-dependencies.ts'
import { promiseActor } from './promise-actor.ts'

/** Actors and actions of the machines that ask for a one-time code. */
export function provideOneTimeCodes(dependencies: FlowDependencies) {
  const { browser, http, reauthenticatedHttp, reauthentication, queryClient, session, notifications, report } =
    dependencies
  const countPause = fromCallback<PauseTick, { seconds: number }>(({ input, sendBack }) =>
    startCountdown(browser(), input.seconds, (secondsLeft) => sendBack({ type: 'pause.ticked', secondsLeft })),
  )
  const sentCodes = provideSentCodes(dependencies)
  const twoFactorCode = provideTwoFactorCode(dependencies)
  const joinCode = provideJoinCode(dependencies)
  /** Errors of these calls are shown in the dialog; only errors of the session are reported. */
  async function orRefusal<Answer>(call: Promise<Answer>): Promise<Answer> {
    const { answer, error } = await toResult(call)
    if (error === null) return answer
    if (isSessionError(error)) report(error)
    throw toFlowError(error)
  }

  const accountVerification = accountVerificationMachine.provide({
    actors: {
      countPause,
      sendCode: promiseActor<{ noResendExpiresIn: number }, NewContact>(({ input }) =>
        orRefusal(reauthenticatedHttp('POST /v1/profile/account/verification/send', { body: bodyOf(input) })),
      ),
      checkCode: promiseActor<void, NewContact & { code: string }>(async ({ input }) => {
        const body = { ...bodyOf(input), code: input.code }
        await orRefusal(http('POST /v1/profile/account/verification/verify', { body }))
        void invalidateChangedBy(queryClient, 'POST /v1/profile/account/verification/verify')
      }),
      recallSent: fromCallback<SentRecalled | VerifiedRecalled, { channel: Channel }>(({ input, sendBack }) => {
        const recalled = sentCodes.recall(input.channel)
        if (recalled !== null) sendBack(recalled)
      }),
      saveContact: promiseActor<void, NewContact>(async ({ input }) => {
        const isPresent = session().getSnapshot().context.user?.[input.channel] === input.value
        // The code has marked the present contact as verified.
        const user = isPresent
          ? await orRefusal(http('GET /v1/profile'))
          : await orRefusal(reauthenticatedHttp('PATCH /v1/profile', { body: bodyOf(input) }))
        session().send({ type: 'profile.received', user })
        void invalidateChangedBy(queryClient, 'PATCH /v1/profile')
      }),
    },
    actions: {
      keepSent: (_, sent) => sentCodes.keep(sent),
      keepVerified: (_, contact) => sentCodes.keepVerified(contact),
      forgetSent: (_, { channel }) => sentCodes.forget(channel),
      notifySaved: () => notifications.send({ type: 'notification.show', kind: 'profileSaved', tone: 'success' }),
    },
  })

  return {
    /** The new contact to which a code was sent before the dialog was opened. */
    recallContact: (channel: Channel): string | null => sentCodes.recall(channel)?.value ?? null,

    twoFactor: twoFactorMachine.provide({
      actors: {
        countPause,
        sendCode: promiseActor<SentCode>(async () => {
          const recalled = twoFactorCode.recall()
          if (recalled !== null) return recalled
          const sent = await orRefusal(http('POST /v1/profile/two-factor/send'))
          twoFactorCode.keep(sent)
          return sent
        }),
        checkCode: promiseActor<void, { code: string }>(async ({ input }) => {
          const call = orRefusal(http('POST /v1/profile/two-factor/check', { body: input }))
          const { twoFactorLastCheck } = await call.catch((error: CodeError) => {
            if (error.type === 'code-expired' || error.type === 'factor-locked') twoFactorCode.forget()
            throw error
          })
          session().send({ type: 'twoFactor.checked', at: twoFactorLastCheck })
          // The code has also verified the contact to which it was sent.
          const { user } = session().getSnapshot().context
          if (user?.unverified) session().send({ type: 'profile.changed' })
          void invalidateChangedBy(queryClient, 'POST /v1/profile/two-factor/check')
        }),
      },
      actions: {
        settle: (_, { isConfirmed }) => {
          twoFactorCode.forget()
          reauthentication.answer(isConfirmed)
        },
      },
    }),

    accountVerification,

    /** Codes to the present contact: what was sent to another one is left for the dialog that changes it. */
    contactConfirmation: (channel: Channel, present: string) =>
      sentCodes.recall(channel)?.value === present
        ? accountVerification
        : accountVerification.provide({ actors: { recallSent: noopCallback() } }),

    /** The contact of the other account, to which a code was sent before the dialog was opened. */
    recallJoin: (): string | null => joinCode.recall()?.value ?? null,

    accountJoin: accountJoinMachine.provide({
      actors: {
        countPause,
        sendCode: promiseActor<{ noResendExpiresIn: number }, NewContact>(({ input }) =>
          orRefusal(reauthenticatedHttp('POST /v1/profile/join/send', { body: bodyOf(input) })),
        ),
        checkCode: promiseActor<void, NewContact & { code: string }>(async ({ input }) => {
          const body = { ...bodyOf(input), code: input.code }
          await orRefusal(http('POST /v1/profile/join/verify', { body }))
        }),
        recallSent: fromCallback<JoinRecalled | ProofRecalled, void>(({ sendBack }) => {
          const recalled = joinCode.recall()
          if (recalled !== null) sendBack(recalled)
        }),
        joinAccounts: promiseActor<void, AccountJoin | null>(async ({ input }) => {
          if (input === null) return
          // After a refusal the preview says why.
          await orRefusal(reauthenticatedHttp('POST /v1/profile/join', { body: input })).finally(() => {
            void invalidateChangedBy(queryClient, 'POST /v1/profile/join')
          })
          const isSame = session().getSnapshot().context.user?.id === input.keptId
          session().send({ type: isSame ? 'profile.changed' : 'call.answeredForAnother' })
        }),
      },
      actions: {
        keepSent: (_, sent) => joinCode.keep(sent),
        keepVerified: (_, contact) => joinCode.keepVerified(contact),
        forgetSent: () => joinCode.forget(),
        notifyJoined: () => notifications.send({ type: 'notification.show', kind: 'accountsJoined', tone: 'success' }),
      },
    }),
  }
}

function bodyOf({ channel, value }: NewContact): { phone: string } | { email: string } {
  return channel === 'phone' ? { phone: value } : { email: value }
}

/**
 * Where a code was sent and when the next one may be requested, so that a reload keeps the flow at the code; after the
 * right code, which contact is to be saved. The code itself is not stored.
 */
function provideSentCodes(dependencies: FlowDependencies) {
  const storage = provideFormPersistence(dependencies)
  const formOf = (channel: Channel) => `${channel}-code`
  return {
    recall: (channel: Channel): SentRecalled | VerifiedRecalled | null => {
      const { value, isVerified, ...sent } = storage.recall(formOf(channel)) ?? {}
      if (value === undefined) return null
      if (isVerified !== undefined) return { type: 'verified.recalled', value }
      return { type: 'sent.recalled', value, pause: pauseLeft(sent) }
    },
    keep: ({ channel, value, pause }: SentToContact) => storage.keep(formOf(channel), { value, ...pauseNow(pause) }),
    keepVerified: ({ channel, value }: NewContact) => storage.keep(formOf(channel), { value, isVerified: 'yes' }),
    forget: (channel: Channel) => storage.forget(formOf(channel)),
  }
}

/** The same for the contact of another own account. */
function provideJoinCode(dependencies: FlowDependencies) {
  const storage = provideFormPersistence(dependencies)
  const form = 'join-code'
  return {
    recall: (): JoinRecalled | ProofRecalled | null => {
      const { channel, value, isVerified, ...sent } = storage.recall(form) ?? {}
      if (value === undefined || channel === undefined) return null
      const contact = { channel: channel as Channel, value }
      if (isVerified !== undefined) return { type: 'verified.recalled', ...contact }
      return { type: 'sent.recalled', ...contact, pause: pauseLeft(sent) }
    },
    keep: ({ pause, ...contact }: SentToContact) => storage.keep(form, { ...contact, ...pauseNow(pause) }),
    keepVerified: (contact: NewContact) => storage.keep(form, { ...contact, isVerified: 'yes' }),
    forget: () => storage.forget(form),
  }
}

/** The same for the code of the two-factor check. An earlier load of the page has sent what it recalls. */
function provideTwoFactorCode(dependencies: FlowDependencies) {
  const storage = provideFormPersistence(dependencies)
  const form = 'two-factor-code'
  let isRecalled = false
  return {
    /** Once, while the code is valid: a later request is for a new code. */
    recall: (): SentCode | null => {
      const { channel, target, ...sent } = (isRecalled ? null : storage.recall(form)) ?? {}
      isRecalled = true
      const age = Date.now() - Number(sent.pausedUntil) + Number(sent.pause) * 1000
      if (target === undefined || !(age < codeLifetimeSeconds * 1000)) return null
      return { channel: channel as Channel, target, noResendExpiresIn: pauseLeft(sent) }
    },
    keep: ({ channel, target, noResendExpiresIn }: SentCode) =>
      storage.keep(form, { channel, target, ...pauseNow(noResendExpiresIn) }),
    forget: () => storage.forget(form),
  }
}

function pauseNow(pause: number) {
  return { pause: `${pause}`, pausedUntil: `${Date.now() + pause * 1000}` }
}

/** Seconds. A wrong clock never makes the pause longer than it was. */
function pauseLeft({ pause, pausedUntil }: { pause?: string; pausedUntil?: string }): number {
  const left = Math.ceil((Number(pausedUntil) - Date.now()) / 1000)
  return Math.max(0, Math.min(Number(pause), left))
}
