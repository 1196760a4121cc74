import { z } from 'zod'
import { call } from '#contract/call.ts'
import { contract } from '#contract/enrolment/contracts.ts'
import {
  certificateStates,
  contractDocumentKinds,
  contractStatuses,
  paymentStatuses,
  terminationStates,
} from '#contract/enumerations.ts'
import { loginReason, settlementForm } from '#contract/forms.ts'
import { maxActionTargets } from '#contract/limits.ts'
import { day, iso, kopecks, uuid } from '#contract/schemas.ts'
import { actionObstacles, contractActions, needsReason } from './action-table.ts'

const admin = { who: 'check', check: 'admin' } as const
const named = z.object({ id: uuid, name: z.string() })

/** What an action needs besides its target. */
const terms = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('note-paper'),
    signedOn: day,
    documentNumber: z.optional(settlementForm.shape.documentNumber),
  }),
  /** `until` is the last day; a job unfreezes the contract on the next one. */
  z.strictObject({ action: z.literal('freeze'), until: day }),
  z.strictObject({ action: z.literal('unfreeze') }),
  /** `kept`: what the school keeps of the money that it holds. */
  z.strictObject({ action: z.literal('end'), kept: kopecks.min(0) }),
  z.strictObject({ action: z.literal('remind') }),
  z.strictObject({ action: z.literal('move'), dueOn: day }),
  /** The payment keeps `amount` of what is left of it; the rest is due on `dueOn`. */
  z.strictObject({ action: z.literal('split'), amount: kopecks.min(1), dueOn: day }),
  z.strictObject({
    action: z.literal('mark-paid'),
    amount: kopecks.min(1),
    paidOn: day,
    documentNumber: settlementForm.shape.documentNumber,
  }),
  z.strictObject({ action: z.literal('mark-error') }),
  z.strictObject({ action: z.literal('clear-error') }),
  z.strictObject({ action: z.literal('cancel') }),
])
export type ActionTerms = z.infer<typeof terms>

/** `paymentUuid` for the actions of a payment, and for these alone. */
const target = z.strictObject({ contractUuid: uuid, paymentUuid: uuid.nullable() })
export type ActionTarget = z.infer<typeof target>

const paymentState = z.object({
  status: z.enum(paymentStatuses),
  dueOn: day,
  amount: kopecks,
  paid: kopecks,
  toPay: kopecks,
})

/** What an action would do with one target. */
const preview = z.object({
  contractUuid: uuid,
  paymentUuid: uuid.nullable(),
  number: z.string(),
  /** Who gets the message. */
  customer: z.string(),
  obstacle: z.enum(actionObstacles).nullable(),
  /** Status of the contract before and after. */
  before: z.enum(contractStatuses),
  after: z.enum(contractStatuses),
  /** Payments that become others, by their place in the plan: null before for a new one. */
  payments: z.array(z.object({ position: z.int(), before: paymentState.nullable(), after: paymentState })),
  /** What the school has to return. */
  toReturn: kopecks,
  /** Online payments under way that are given up. */
  givenUp: z.int(),
  /** Automatic payments end. */
  endsAutopay: z.boolean(),
  /** The place in the group is given to others. */
  freesPlace: z.boolean(),
  /** Of all that is shown: the action is refused if something is another by then. Empty with an obstacle. */
  hash: z.string(),
})
export type ActionPreview = z.infer<typeof preview>

export const previewAction = call('POST /v1/admin/contract-action/preview', {
  summary: 'What an action of the staff would do with each of some contracts or payments; changes nothing',
  added: true,
  access: admin,
  body: z.strictObject({ terms, targets: z.array(target).min(1).max(maxActionTargets) }),
  answer: z.array(preview),
})

export const actOnContract = call('POST /v1/admin/contract/{contractId}/action', {
  summary:
    'Does what was previewed with a contract or one of its payments; the customer gets a message with the reason. A reminder needs none. 403 `role-missing` if the role may not do it, 409 `state-conflict` if the state does not allow it, `price-changed` if it would do something else by now',
  added: true,
  access: admin,
  audited: 'contract.acted-on',
  freshTwoFactor: 'if-available',
  idempotent: true,
  params: z.object({ contractId: uuid }),
  body: z
    .strictObject({
      terms,
      paymentUuid: uuid.nullable(),
      reason: z.optional(loginReason),
      /** Of the preview that was read. */
      hash: z.string().regex(/^[\da-f]{64}$/),
    })
    .refine(({ terms: { action }, reason }) => !needsReason(action) || reason !== undefined, {
      path: ['reason'],
      error: 'required',
    }),
  answer: z.object({ actionUuid: uuid }),
})

export const undoAction = call('POST /v1/admin/contract-action/{actionId}/undo', {
  summary:
    'Undoes an action of the staff whose effect is still there; the customer gets a message with the reason. 409 `state-conflict` if it cannot be undone',
  added: true,
  access: admin,
  audited: 'contract.action-undone',
  freshTwoFactor: 'if-available',
  idempotent: true,
  params: z.object({ actionId: uuid }),
  body: z.strictObject({ reason: loginReason }),
  answer: z.object({}),
})

/** An entry of the history of a contract: what the staff has done, and why. */
const entry = z.object({
  uuid,
  at: iso,
  action: z.enum(contractActions),
  /** Null for the job that unfreezes. */
  by: z.string().nullable(),
  reason: z.string(),
  /** Title of the payment. */
  payment: z.string().nullable(),
  detail: z.string(),
  undone: z.object({ at: iso, by: z.string().nullable(), reason: z.string() }).nullable(),
  /** The administrator may undo it now. */
  canUndo: z.boolean(),
})
export type ContractActionEntry = z.infer<typeof entry>

const possible = z.object({ action: z.enum(contractActions), obstacle: z.enum(actionObstacles).nullable() })

const contractCard = z.object({
  contract: contract.omit({ signing: true, termination: true }),
  student: named,
  customer: named.extend({ phone: z.string().nullable() }),
  createdAt: iso,
  /** What can be done with the contract, and why not; without what its status does not allow. */
  actions: z.array(possible),
  /** The same for each of `contract.payments`, in their order. */
  paymentActions: z.array(z.array(possible)),
  /** Last day of the freeze that is on; null without one, or if the school's system has frozen it. */
  frozenUntil: day.nullable(),
  signing: z.object({
    isNeeded: z.boolean(),
    customerAt: iso.nullable(),
    schoolAt: iso.nullable(),
    paper: z.object({ signedOn: day, documentNumber: z.string().nullable() }).nullable(),
  }),
  terminations: z.array(
    z.object({
      uuid,
      state: z.enum(terminationStates),
      lastDay: day,
      toReturn: kopecks,
      askedAt: iso,
      reason: z.string(),
    }),
  ),
  documents: z.object({
    /** Printed on a contract that was agreed to here: with the number it proves a copy. Null for others. */
    code: z.string().nullable(),
    /** For the tax office, of the customer about the student; the latest year first. */
    certificates: z.array(
      z.object({ uuid, year: z.int(), number: z.string(), state: z.enum(certificateStates), readyAt: iso.nullable() }),
    ),
  }),
  statuses: z.array(z.object({ status: z.enum(contractStatuses), at: iso })),
  /** The newest first. */
  history: z.array(entry),
})
export type ContractCard = z.infer<typeof contractCard>

export const readContractCard = call('GET /v1/admin/contract/{contractId}', {
  summary:
    'A contract as the staff sees it: parties, payments, what can be done, terminations, and what was done and why',
  added: true,
  access: admin,
  params: z.object({ contractId: uuid }),
  answer: contractCard,
})

export const getContractDocumentLink = call('GET /v1/admin/contract/{contractId}/document-link', {
  summary:
    'The address of a document of a contract as PDF, good for 10 minutes: the contract, the bill of a payment, the confirmation of an operation, a certificate. The download is written to the audit log of the customer',
  added: true,
  access: admin,
  params: z.object({ contractId: uuid }),
  /** `id`: of the payment, operation or certificate. */
  query: z.object({ kind: z.enum(contractDocumentKinds), id: uuid.optional() }),
  answer: z.object({ url: z.string() }),
})
