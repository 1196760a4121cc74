import { z } from 'zod'
import { call } from '#contract/call.ts'
import { checkoutMethods } from '#contract/enumerations.ts'
import { loginReason } from '#contract/forms.ts'
import { day, iso, kopecks, uuid } from '#contract/schemas.ts'
import { refund } from './checkouts.ts'

const admin = { who: 'check', check: 'admin' } as const

const paidCheckout = z.object({
  uuid,
  method: z.enum(checkoutMethods),
  payer: z.object({ id: uuid, name: z.string() }),
  /** What arrived for the instalments. */
  amount: kopecks,
  /** What can still be returned; 0 once all of it went back. */
  returnable: kopecks,
  contractNumbers: z.array(z.string()),
  receiptUrl: z.string().nullable(),
  paidAt: iso,
  refunds: z.array(refund),
})
export type PaidCheckout = z.infer<typeof paidCheckout>

export const listPaidCheckouts = call('GET /v1/admin/user/{id}/checkout/list', {
  summary: 'The last 50 online payments of a person, and those of others for contracts of the person; the newest first',
  added: true,
  access: admin,
  params: z.object({ id: uuid }),
  answer: z.array(paidCheckout),
})

export const previewRefund = call('GET /v1/admin/checkout/{checkoutId}/refund/preview', {
  summary: 'What a refund of this sum would take from which instalment, and what would be to pay again',
  added: true,
  access: admin,
  params: z.object({ checkoutId: uuid }),
  query: z.object({ amount: z.coerce.number().int().min(1) }),
  answer: z.object({
    lines: z.array(
      z.object({
        contractNumber: z.string(),
        paymentTitle: z.string(),
        dueOn: day,
        amount: kopecks,
        /** Kopecks that are due again; 0 where the contract ends or the instalment is cancelled. */
        due: kopecks,
      }),
    ),
    /** The part of the sum that cannot be returned. */
    excess: kopecks,
  }),
})
export type RefundPreview = z.infer<typeof previewRefund.answer>

export const requestRefund = call('POST /v1/admin/checkout/{checkoutId}/refund', {
  summary:
    'Returns money of an online payment the way it was paid, from its last instalment on. 409 if less can be returned',
  added: true,
  access: admin,
  audited: 'payment.returned',
  freshTwoFactor: 'if-available',
  idempotent: true,
  params: z.object({ checkoutId: uuid }),
  body: z.strictObject({ amount: kopecks.min(1), reason: loginReason }),
  answer: refund,
})

export const clearPaymentDifference = call('POST /v1/admin/payment-difference/{differenceId}/clear', {
  summary: 'Takes a difference between payment provider and ledger out of the queue. 409 if it is cleared up',
  added: true,
  access: admin,
  audited: 'payment.cleared',
  idempotent: true,
  params: z.object({ differenceId: uuid }),
  body: z.strictObject({ reason: loginReason }),
  answer: z.object({}),
})
