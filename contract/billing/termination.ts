import { z } from 'zod'
import { call } from '#contract/call.ts'
import { terminationObstacles, terminationStates } from '#contract/enumerations.ts'
import { bankDetailsForm, loginReason, settlementForm } from '#contract/forms.ts'
import { count, day, kopecks, schoolText, uuid } from '#contract/schemas.ts'

const ofContract = z.object({ contractId: uuid })
const ofTermination = z.object({ terminationId: uuid })
const admin = { who: 'check', check: 'admin' } as const

/** What a termination settles; the three parts sum up to `toReturn`. */
const sums = {
  /** Price of the lessons until the last day, rounded down to whole roubles. */
  given: kopecks,
  toReturn: kopecks,
  /** What is still to be paid for the lessons. */
  due: kopecks,
  /** The part that goes back the way it was paid online. */
  online: kopecks,
  /** The part that the school transfers to an account. */
  bank: kopecks,
  /** The part that is moved to another contract. */
  moved: kopecks,
}

/** A termination as the contract shows it. */
export const contractTermination = z.object({
  uuid,
  state: z.enum(terminationStates),
  lastDay: day,
  ...sums,
  /** Number of the contract to which money is moved. */
  movedTo: z.string().nullable(),
  /** The viewer may still withdraw it: the customer, until the last day. */
  canWithdraw: z.boolean(),
  /** What the school has to transfer now. */
  toTransfer: kopecks,
  /** The school waits for an account of the viewer: the customer. */
  needsAccount: z.boolean(),
})
export type ContractTermination = z.infer<typeof contractTermination>

const preview = z.object({
  /** Why the account cannot do it; then the sums are zero. */
  obstacle: z.enum(terminationObstacles).nullable(),
  number: z.string(),
  course: schoolText,
  /** First name; null if the customer is the student. */
  student: z.string().nullable(),
  lastDay: day,
  earliest: day,
  latest: day,
  lessons: z.object({ held: count, planned: count }),
  price: kopecks,
  paid: kopecks,
  ...sums,
  /** Contracts of the customer with the same payee that still take money. */
  targets: z.array(z.object({ contractUuid: uuid, number: z.string(), course: schoolText, left: kopecks })),
  /** Of all that is shown: what is agreed to. */
  hash: z.string(),
})
export type TerminationPreview = z.infer<typeof preview>

/** `lastDay` is the last day of lessons, today by default; `moveTo` a contract that takes the money as far as it can. */
const terms = z.object({ lastDay: day.optional(), moveTo: uuid.optional() })

export const previewTermination = call('GET /v1/profile/contract/{contractId}/termination/preview', {
  summary: 'What the customer of a contract would get back, or has to pay, if it ended with this day',
  added: true,
  access: { who: 'signed-in' },
  params: ofContract,
  query: terms,
  answer: preview,
})

const agreed = {
  lastDay: day,
  moveTo: uuid.optional(),
  /** Of the preview that was read. */
  hash: z.string().regex(/^[\da-f]{64}$/),
  /** For the part that is transferred to an account. */
  bank: z.optional(bankDetailsForm),
}

export const askTermination = call('POST /v1/profile/contract/{contractId}/termination', {
  summary:
    'Terminates a contract after a last day, as its customer. 409 `price-changed` if a sum is another by now, `state-conflict` if the contract cannot be terminated',
  added: true,
  access: { who: 'signed-in' },
  audited: 'contract.termination-asked',
  freshTwoFactor: 'if-available',
  idempotent: true,
  params: ofContract,
  body: z.strictObject(agreed),
  answer: z.object({ terminationUuid: uuid }),
})

export const withdrawTermination = call('POST /v1/profile/contract/{contractId}/termination/withdraw', {
  summary: 'Withdraws a termination until its last day. 409 if the money is being settled, or there is none',
  added: true,
  access: { who: 'signed-in' },
  audited: 'contract.termination-withdrawn',
  idempotent: true,
  params: ofContract,
  answer: z.object({}),
})

export const giveReturnAccount = call('POST /v1/profile/contract/{contractId}/termination/account', {
  summary:
    'Names the account to which the school transfers what it cannot return online, as the customer. 409 `state-conflict` if none is needed',
  added: true,
  access: { who: 'signed-in' },
  audited: 'contract.return-account-given',
  freshTwoFactor: 'if-available',
  idempotent: true,
  params: ofContract,
  body: z.strictObject({ bank: bankDetailsForm }),
  answer: z.object({}),
})

const staffTermination = z.object({
  contractUuid: uuid,
  number: z.string(),
  course: schoolText,
  student: z.string(),
  /** Null if the contract can be terminated. */
  termination: z
    .object({
      uuid,
      state: z.enum(terminationStates),
      lastDay: day,
      ...sums,
      movedTo: z.string().nullable(),
      reason: z.string(),
      /** What the school has to transfer now. */
      toTransfer: kopecks,
      /** Null if none were given, or they cannot be decrypted. */
      details: z.object({ recipient: z.string(), account: z.string(), bankCode: z.string() }).nullable(),
      documentNumber: z.string().nullable(),
    })
    .nullable(),
})
export type StaffTermination = z.infer<typeof staffTermination>

export const listTerminations = call('GET /v1/admin/user/{id}/termination/list', {
  summary: 'Contracts of a customer that can be terminated, are being terminated or were, the newest first',
  added: true,
  access: admin,
  params: z.object({ id: uuid }),
  answer: z.array(staffTermination),
})

export const previewTerminationOf = call('GET /v1/admin/contract/{contractId}/termination/preview', {
  summary: 'What a termination of this contract would return',
  added: true,
  access: admin,
  params: ofContract,
  query: terms,
  answer: preview,
})

export const startTermination = call('POST /v1/admin/contract/{contractId}/termination', {
  summary: 'Terminates a contract for its customer, who gets a message with the reason',
  added: true,
  access: admin,
  audited: 'contract.termination-asked',
  freshTwoFactor: 'if-available',
  idempotent: true,
  params: ofContract,
  body: z.strictObject({ ...agreed, reason: loginReason }),
  answer: z.object({ terminationUuid: uuid }),
})

export const cancelTermination = call('POST /v1/admin/termination/{terminationId}/withdraw', {
  summary: 'Withdraws a termination before the money is settled; the customer gets a message with the reason',
  added: true,
  access: admin,
  audited: 'contract.termination-withdrawn',
  idempotent: true,
  params: ofTermination,
  body: z.strictObject({ reason: loginReason }),
  answer: z.object({}),
})

export const settleTermination = call('POST /v1/admin/termination/{terminationId}/settle', {
  summary:
    'Books what the school has transferred to the account of the family. 409 `price-changed` if another sum is to be transferred, `state-conflict` if the document is booked already',
  added: true,
  access: admin,
  audited: 'contract.termination-settled',
  freshTwoFactor: 'if-available',
  idempotent: true,
  params: ofTermination,
  body: z.strictObject({
    amount: kopecks.min(1),
    /** Of the payment order of the bank. */
    documentNumber: settlementForm.shape.documentNumber,
  }),
  answer: z.object({}),
})
