import { z } from 'zod'
import { call } from '#contract/call.ts'
import { autopayEndReasons, autopayStates, chargeStates, checkoutRefusals } from '#contract/enumerations.ts'
import { loginReason } from '#contract/forms.ts'
import { count, day, iso, kopecks, uuid } from '#contract/schemas.ts'
import { acceptedAutopayTerms } from './autopay-rules.ts'

/** Instalments of a contract that are charged to a saved card. */
export const autopay = z.object({
  uuid,
  contractUuid: uuid,
  state: z.enum(autopayStates),
  /** Whether the person has agreed to it; of another one only that it is on is known. */
  isOwn: z.boolean(),
  /** Last digits of the card; null for another person, and until the card is saved. */
  card: z.string().nullable(),
  agreedAt: iso,
  endReason: z.enum(autopayEndReasons).nullable(),
  /** Whether one press turns it on again, with the same card. */
  canResume: z.boolean(),
  /** Instalments that are not paid yet, the earliest first. */
  charges: z.array(
    z.object({
      paymentUuid: uuid,
      /** At most as much is charged. */
      amount: kopecks,
      /** Day of the next attempt; of one that is charged now, that day. */
      on: day,
      state: z.enum([...chargeStates, 'planned']),
      attempts: count,
      /** Why the last attempt failed; null for another person. */
      refusal: z.enum(checkoutRefusals).nullable(),
    }),
  ),
})
export type Autopay = z.infer<typeof autopay>
export type AutopayCharge = Autopay['charges'][number]

export const listAutopays = call('GET /v1/profile/autopay/list', {
  summary: 'Automatic payments of the contracts that the person sees, at most one of each contract',
  added: true,
  access: { who: 'signed-in' },
  answer: z.object({
    /** Whether the school takes automatic payments, and the person may pay. */
    isOffered: z.boolean(),
    autopays: z.array(autopay),
  }),
})

export const resumeAutopay = call('POST /v1/profile/autopay', {
  summary:
    'Turns automatic payments of a contract on again, with the card that was saved. 404 without such a card, 409 `state-conflict` if they are on, `nothing-to-pay` if nothing is left to pay',
  added: true,
  access: { who: 'signed-in' },
  limit: 'checkout',
  idempotent: true,
  body: z.strictObject({ contractUuid: uuid, termsVersion: z.literal(acceptedAutopayTerms) }),
  answer: autopay,
})

export const stopAutopay = call('POST /v1/profile/autopay/{autopayId}/stop', {
  summary: 'Stops automatic payments at once; only a charge that is at the bank already goes on, and the answer has it',
  added: true,
  access: { who: 'signed-in' },
  idempotent: true,
  params: z.object({ autopayId: uuid }),
  answer: autopay,
})

const admin = { who: 'check', check: 'admin' } as const

const autopayOfUser = z.object({
  uuid,
  contractNumber: z.string(),
  /** Who has agreed. */
  person: z.object({ id: uuid, name: z.string() }),
  /** Last digits. */
  card: z.string(),
  agreedAt: iso,
  /** What is charged next; null if nothing is left to charge. */
  next: z.object({ on: day, amount: kopecks }).nullable(),
})
export type AutopayOfUser = z.infer<typeof autopayOfUser>

export const listUserAutopays = call('GET /v1/admin/user/{id}/autopay/list', {
  summary: 'Automatic payments that are on, of a person and of contracts that the person sees; the newest first',
  added: true,
  access: admin,
  params: z.object({ id: uuid }),
  answer: z.array(autopayOfUser),
})

export const stopUserAutopay = call('POST /v1/admin/autopay/{autopayId}/stop', {
  summary:
    'Stops automatic payments for the person, who gets a message with the reason; the card is forgotten. 409 if they are off',
  added: true,
  access: admin,
  audited: 'payment.autopay-stopped',
  idempotent: true,
  params: z.object({ autopayId: uuid }),
  body: z.strictObject({ reason: loginReason }),
  answer: z.object({}),
})
