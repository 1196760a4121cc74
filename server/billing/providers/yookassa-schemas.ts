import { z } from 'zod'
import type { CheckoutRefusal } from '#contract/enumerations.ts'

// What we read of the objects of ЮKassa's API v3, by its OpenAPI specification. It adds fields without notice, so unknown
// ones are ignored, and new reasons are known by none.

/** Kopecks of `{ "value": "8800.00", "currency": "RUB" }`. */
const amount = z
  .object({ value: z.string().regex(/^\d+(\.\d{1,2})?$/), currency: z.literal('RUB') })
  .transform(({ value }) => Math.round(Number(value) * 100))

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

export const paymentObject = z.object({
  id: z.string().min(1),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount,
  created_at: instant,
  captured_at: instant.optional(),
  confirmation: z.object({ confirmation_url: z.string().optional() }).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  cancellation_details: z.object({ reason: z.string() }).optional(),
  // Only automatic payments read it: a payment is booked whatever is said of the card.
  payment_method: z
    .object({ id: z.string(), saved: z.boolean(), card: z.object({ last4: z.string() }).optional() })
    .optional()
    .catch(undefined),
})
export type PaymentObject = z.output<typeof paymentObject>

/** The objects of a page are read one by one: a strange one must not hide the others. */
export const objectList = z.object({ items: z.array(z.unknown()), next_cursor: z.string().optional() })

export const refundObject = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount,
  created_at: instant,
  description: z.string().optional(),
  cancellation_details: z.object({ reason: z.string() }).optional(),
})

export const receiptObject = z.object({
  type: z.string(),
  status: z.string(),
  fiscal_document_number: z.string().optional(),
  fiscal_storage_number: z.string().optional(),
  fiscal_attribute: z.string().optional(),
  registered_at: z.string().optional(),
})
export type ReceiptObject = z.output<typeof receiptObject>

export const errorObject = z.object({
  code: z.string(),
  description: z.string().optional(),
  parameter: z.string().optional(),
})

/** `cancellation_details.reason` of refunds that the next day may bring: the shop has more money, the bank answers. */
export const passingRefundFaults: readonly string[] = ['general_decline', 'insufficient_funds', 'rejected_by_timeout']

/** `cancellation_details.reason` of a payment, by what the person should do next. */
const refusals: Readonly<Record<string, CheckoutRefusal | 'expired'>> = {
  '3d_secure_failed': 'confirmation-failed',
  call_issuer: 'bank-refused',
  card_expired: 'card-expired',
  country_forbidden: 'method-unavailable',
  expired_on_confirmation: 'expired',
  fraud_suspected: 'bank-refused',
  general_decline: 'bank-refused',
  identification_required: 'bank-refused',
  insufficient_funds: 'insufficient-funds',
  invalid_card_number: 'card-details-wrong',
  invalid_csc: 'card-details-wrong',
  issuer_unavailable: 'method-unavailable',
  payment_method_limit_exceeded: 'limit-reached',
  payment_method_restricted: 'method-unavailable',
  permission_revoked: 'permission-revoked',
  unsupported_mobile_operator: 'method-unavailable',
}

export function refusalOf(reason: string | undefined): CheckoutRefusal | 'expired' {
  return (reason !== undefined && Object.hasOwn(refusals, reason) && refusals[reason]) || 'other'
}
