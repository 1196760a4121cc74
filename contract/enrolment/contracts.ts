import { z } from 'zod'
import { contractTermination } from '#contract/billing/termination.ts'
import { call } from '#contract/call.ts'
import { textHash } from '#contract/enrolment/contract-text.ts'
import { signature } from '#contract/enrolment/signing.ts'
import {
  contractDocuments,
  contractStatuses,
  contractWaitReasons,
  lessonFormats,
  operationKinds,
  paymentKinds,
  paymentSchemes,
  paymentStatuses,
} from '#contract/enumerations.ts'
import { contractNumberLength, maxCheckoutLines, verificationCodeLength } from '#contract/limits.ts'
import { count, day, iso, kopecks, schoolText, slot, territory, uuid } from '#contract/schemas.ts'

export const operation = z.object({
  uuid,
  kind: z.enum(operationKinds),
  amount: kopecks,
  at: iso,
  /** Of received money, the number that the payer knows: of a bank’s document, or of the payment service; absent without one. */
  number: z.string().optional(),
  /** Whether `getReceiptLink` answers: a payment that has not been returned. */
  hasReceipt: z.boolean(),
  /**
   * Of what the person has paid online, or has got back: its fiscal receipt. `url` is null until it is registered; absent for
   * other operations.
   */
  fiscalReceipt: z.object({ url: z.string().nullable() }).optional(),
})
export type Operation = z.infer<typeof operation>

/** A card that is going to pay an instalment, or is being charged: the person has nothing to do, unless it was refused. */
export const cardCharge = z.object({
  on: day,
  isUnderWay: z.boolean(),
  /** An attempt was refused; the next one is on that day. */
  isRepeated: z.boolean(),
  /** Last digits; null for the card of another person. */
  card: z.string().nullable(),
})
export type CardCharge = z.infer<typeof cardCharge>

export const payment = z.object({
  uuid,
  title: z.string(),
  kind: z.enum(paymentKinds),
  dueOn: day,
  amount: kopecks,
  paid: kopecks,
  /** What is not paid, due or not; nothing of a cancelled one. */
  left: kopecks,
  /** What the customer is to pay of it: not what a bank or a fund pays, nor what is deferred. */
  toPay: kopecks,
  charge: cardCharge.nullable(),
  status: z.enum(paymentStatuses),
  paidAt: iso.nullable(),
  operations: z.array(operation),
})
export type Payment = z.infer<typeof payment>

export const contract = z.object({
  uuid,
  number: z.string(),
  status: z.enum(contractStatuses),
  concludedOn: day.nullable(),
  program: z.object({ title: schoolText, schoolYear: z.string() }),
  student: z.object({ uuid, firstName: z.string(), lastName: z.string() }),
  campaignUuid: uuid,
  groupUuid: uuid.nullable(),
  groupTitle: schoolText.nullable(),
  territory: territory.nullable(),
  format: z.enum(lessonFormats),
  paymentScheme: z.enum(paymentSchemes),
  total: kopecks,
  paid: kopecks,
  debt: kopecks,
  payments: z.array(payment),
  /** Of a contract that both sides sign; absent for one that was agreed to at a press, or on paper. */
  signing: z
    .object({
      customer: z.string(),
      /** The viewer is the customer, who alone can sign it. */
      isOwn: z.boolean(),
      /** The last day of the customer's signature; the place is kept for another week. */
      until: day,
      customerAt: iso.nullable(),
      schoolAt: iso.nullable(),
    })
    .optional(),
  /** The latest termination that was not withdrawn; absent without one. */
  termination: contractTermination.optional(),
  /** The viewer is the customer and may terminate it; else absent. */
  canTerminate: z.literal(true).optional(),
})
export type Contract = z.infer<typeof contract>

export const listContracts = call('GET /v1/profile/contract/list', {
  summary: 'The contracts of the person and of the person’s children',
  access: { who: 'signed-in' },
  answer: z.array(contract),
})

export const getBillLink = call('GET /v1/profile/contract/{contractId}/payment/{paymentId}/bill-link', {
  summary: 'The address of the bill as PDF, good for 10 minutes',
  access: { who: 'signed-in' },
  params: z.object({ contractId: uuid, paymentId: uuid }),
  answer: z.object({ url: z.string() }),
})

export const makeJointBill = call('POST /v1/profile/bill', {
  summary:
    'Makes one bill for several payments, also of several contracts, or finds the same one; the answer is its address as PDF, good for 10 minutes',
  added: true,
  access: { who: 'signed-in' },
  limit: 'document',
  body: z.strictObject({ paymentUuids: z.array(uuid).min(1).max(maxCheckoutLines) }),
  answer: z.object({ url: z.string() }),
})

export const getReceiptLink = call('GET /v1/profile/contract/{contractId}/operation/{operationId}/receipt-link', {
  summary: 'The address of the confirmation of a payment as PDF, good for 10 minutes',
  added: true,
  access: { who: 'signed-in' },
  params: z.object({ contractId: uuid, operationId: uuid }),
  answer: z.object({ url: z.string() }),
})

export const createContractFromBasket = call('POST /v1/profile/contract/create-by-grocery-basket', {
  summary: 'Turns a basket into a contract. 409 `contract-text-changed` if its text is no longer the one that was read',
  access: { who: 'signed-in' },
  idempotent: true,
  /**
   * `studentUuid` selects the child if several are enrolled in the opportunity of the basket. `textHash` is that of the
   * text that the person has read and agrees to; without it no agreement is recorded.
   */
  body: z.strictObject({
    groceryBasketUuid: uuid,
    campaignUuid: uuid,
    studentUuid: uuid.optional(),
    textHash: textHash.optional(),
  }),
  answer: z.object({ contractUuid: uuid, location: z.string().nullable() }),
})

export const contractHistory = z.object({
  /** Status changes, groups and payments, the earliest first. */
  events: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('made'), at: iso }),
      z.object({ kind: z.literal('status'), at: iso, status: z.enum(contractStatuses) }),
      z.object({ kind: z.literal('group'), at: iso, from: schoolText, to: schoolText, effectiveFrom: day }),
    ]),
  ),
  waitsFor: z.enum(contractWaitReasons).nullable(),
  /** The last day of a freeze; absent without one, or where its end is not known. */
  frozenUntil: day.optional(),
  /** Who has agreed to the text in the account; null for a contract that was made otherwise. Never changes. */
  agreement: z.object({ at: iso, person: z.string(), version: z.string(), hash: textHash }).nullable(),
  /** Simple electronic signatures, the customer's first. */
  signatures: z.array(signature),
  /** The viewer is the customer and may terminate it. */
  canTerminate: z.boolean(),
  /** Course of the catalog to enrol by; null for the 2035 programme. */
  courseUuid: uuid.nullable(),
  /** When the present group meets, and its main teacher; absent without a group. */
  group: z
    .object({
      slots: z.array(slot),
      /** The first lesson after the contract was made; after a change of the group, the first day of that one. */
      startsOn: day,
      endsOn: day,
      teacher: z.string().nullable(),
      /** How many the student has from then on; null after a change of the group, or while they are not planned to its end. */
      lessons: count.nullable(),
    })
    .optional(),
  documents: z.array(
    z.object({
      kind: z.enum(contractDocuments),
      /** Payment of a bill. */
      paymentUuid: uuid.nullable(),
      /** Year of a tax certificate. */
      year: z.int().nullable(),
      createdAt: iso.nullable(),
    }),
  ),
})
export type ContractHistory = z.infer<typeof contractHistory>

export const readContractHistory = call('GET /v1/profile/contract/{contractId}/history', {
  summary: 'What became of a contract, whom it waits for, and its documents',
  added: true,
  access: { who: 'signed-in' },
  params: z.object({ contractId: uuid }),
  answer: contractHistory,
})

export const getContractLink = call('GET /v1/profile/contract/{contractId}/document-link', {
  summary: 'The address of the contract as PDF, good for 10 minutes',
  added: true,
  access: { who: 'signed-in' },
  params: z.object({ contractId: uuid }),
  answer: z.object({ url: z.string() }),
})

/** Of a printed contract; of the customer only initials. */
export const contractProof = z.object({
  number: z.string(),
  customer: z.string(),
  /** When it was agreed to. */
  at: iso,
  version: z.string(),
  hash: textHash,
  concludedOn: day.nullable(),
  signatures: z.array(signature),
})
export type ContractProof = z.infer<typeof contractProof>

export const verifyContract = call('GET /v1/contract-verification', {
  summary: 'Whether a printed contract is one of the school; null for an unknown number and a wrong code alike',
  added: true,
  access: { who: 'anyone' },
  limit: 'contract-verification',
  query: z.object({
    number: z.string().min(1).max(contractNumberLength),
    code: z.string().min(1).max(verificationCodeLength),
  }),
  answer: z.object({ proof: contractProof.nullable() }),
})

/** Bank details of the payee, as on a bill. */
export const payee = z.object({
  name: z.string(),
  taxNumber: z.string(),
  taxReason: z.string().nullable(),
  account: z.string(),
  bank: z.string(),
  bankCode: z.string(),
  correspondentAccount: z.string(),
})
export type Payee = z.infer<typeof payee>

export const getPayee = call('GET /v1/profile/contract/{contractId}/payee', {
  summary: 'The bank details of the legal entity to which a contract is paid',
  added: true,
  access: { who: 'signed-in' },
  params: z.object({ contractId: uuid }),
  answer: payee,
})
