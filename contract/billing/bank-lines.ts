import { z } from 'zod'
import { call } from '#contract/call.ts'
import { bankLineHints, bankLineStates } from '#contract/enumerations.ts'
import { loginReason } from '#contract/forms.ts'
import { iso, kopecks, page, pageOf, schoolText, uuid } from '#contract/schemas.ts'

/** Money of bank files that waits for the accountant, in the admin panel (docs/payments-import.md). */
const admin = { added: true, access: { who: 'check', check: 'admin' } } as const
const byId = { ...admin, params: z.object({ id: uuid }) } as const
const named = z.object({ id: uuid, name: z.string() })

const proposal = z.object({
  contractUuid: uuid,
  number: z.string(),
  program: schoolText,
  student: named,
  customer: named,
  /** What is left to pay of the contract. */
  left: kopecks,
  /** What speaks for it, the strongest first. */
  hints: z.array(z.enum(bankLineHints)),
})
export type BankLineProposal = z.infer<typeof proposal>

/** A part of the money, for one contract. */
const linePart = z.object({ contractUuid: uuid, number: z.string(), amount: kopecks })

/** A contract of a proposal to divide the money. */
const proposedPart = linePart.extend({ program: schoolText, student: named })
export type ProposedPart = z.infer<typeof proposedPart>

const bankLine = z.object({
  id: uuid,
  fileName: z.string(),
  at: iso,
  amount: kopecks,
  payer: z.string().nullable(),
  purpose: z.string(),
  /** Why it was not booked by itself, in the language of the request. */
  doubt: z.string(),
  state: z.enum(bankLineStates),
  /** Only while it waits; the most likely one first, at most five. */
  proposals: z.array(proposal),
  /** Only while it waits: two or three next instalments of one payer that make up the sum, of several contracts. */
  splits: z.array(z.array(proposedPart)),
  /** What a booked line went to, by number. */
  parts: z.array(linePart),
  /** Why it is not the school's. */
  reason: z.string().nullable(),
  decidedBy: named.nullable(),
  decidedAt: iso.nullable(),
})
export type BankLine = z.infer<typeof bankLine>

export const listBankLines = call('GET /v1/admin/bank-line/list', {
  ...admin,
  summary: 'Money of bank files that was not booked by itself, with contracts that it may be for; the oldest first',
  query: z.object({ state: z.enum(bankLineStates).optional(), page }),
  answer: pageOf(bankLine),
})

export const bookBankLine = call('POST /v1/admin/bank-line/{id}/book', {
  ...byId,
  freshTwoFactor: 'if-available',
  audited: 'import.line-booked',
  summary:
    'Books the money to a contract and tells its customer. 409 `state-conflict` if it was decided meanwhile, `price-changed` if it is more than is left to pay',
  body: z.strictObject({ contractUuid: uuid }),
})

const maxParts = 10

export const splitBankLine = call('POST /v1/admin/bank-line/{id}/split', {
  ...byId,
  freshTwoFactor: 'if-available',
  audited: 'import.line-booked',
  summary:
    'Divides the money between contracts, all or nothing, and tells their customers. 422 if the parts do not add up to it or a contract is named twice, 409 as for one contract',
  body: z.strictObject({
    parts: z
      .array(z.strictObject({ contractUuid: uuid, amount: kopecks.min(1) }))
      .min(2)
      .max(maxParts),
    reason: loginReason,
  }),
})

export const dismissBankLine = call('POST /v1/admin/bank-line/{id}/dismiss', {
  ...byId,
  audited: 'import.line-dismissed',
  summary: 'Notes that the money is not to be booked to a contract, and why. 409 if it was decided meanwhile',
  body: z.strictObject({ reason: loginReason }),
})

export const reopenBankLine = call('POST /v1/admin/bank-line/{id}/reopen', {
  ...byId,
  freshTwoFactor: 'if-available',
  audited: 'import.line-reopened',
  summary:
    'Takes a decision back: a booking is cancelled by a return of the same payments, and the customer is told. 409 if a contract was concluded by it, ends, or has no such money any more',
})
