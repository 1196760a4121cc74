import { z } from 'zod'
import { call } from '#contract/call.ts'
import {
  checkoutMethods,
  checkoutRefusals,
  checkoutStates,
  refundReasons,
  refundStates,
} from '#contract/enumerations.ts'
import { maxCheckoutLines } from '#contract/limits.ts'
import { iso, kopecks, schoolText, uuid } from '#contract/schemas.ts'
import { acceptedAutopayTerms } from './autopay-rules.ts'

/** Money given back by the provider. */
export const refund = z.object({
  uuid,
  amount: kopecks,
  reason: z.enum(refundReasons),
  state: z.enum(refundStates),
  /** Why the school returns it, in words; empty for what goes back by itself. */
  note: z.string(),
  /** Address of the fiscal receipt; null until it is registered. */
  receiptUrl: z.string().nullable(),
  createdAt: iso,
  finishedAt: iso.nullable(),
})
export type Refund = z.infer<typeof refund>

/** One attempt to pay instalments online, of one or several contracts. */
export const checkout = z.object({
  uuid,
  state: z.enum(checkoutStates),
  method: z.enum(checkoutMethods),
  /** Charged to a saved card, without the payer. */
  isAutomatic: z.boolean(),
  /** Sum of the lines. */
  amount: kopecks,
  lines: z.array(
    z.object({
      paymentUuid: uuid,
      amount: kopecks,
      contractUuid: uuid,
      contractNumber: z.string(),
      paymentTitle: z.string(),
      course: schoolText,
      student: z.object({ uuid, firstName: z.string(), lastName: z.string() }),
    }),
  ),
  /** The provider's page; only while the person can still pay there, and not for an administrator in her place. */
  confirmationUrl: z.string().nullable(),
  /** Why the provider or the bank refused; only in the state `refused`. */
  refusal: z.enum(checkoutRefusals).nullable(),
  refunds: z.array(refund),
  /** Address of the fiscal receipt; null until it is registered. */
  receiptUrl: z.string().nullable(),
  createdAt: iso,
  /** From then on the provider's page no longer takes the payment. */
  expiresAt: iso,
  finishedAt: iso.nullable(),
})
export type Checkout = z.infer<typeof checkout>

export const readCheckoutMethods = call('GET /v1/profile/checkout/methods', {
  summary:
    'How the person can pay online, empty where the school has no payment provider; and contracts that are for others to pay',
  added: true,
  access: { who: 'signed-in' },
  answer: z.object({
    methods: z.array(z.enum(checkoutMethods)),
    /** Contracts of the person whose money another legal entity takes than the shop's; absent without any. */
    byBillOnly: z.array(uuid).optional(),
    /** Contracts that the person sees and may not pay; absent without any. */
    notPayable: z.array(uuid).optional(),
  }),
})

export const listCheckouts = call('GET /v1/profile/checkout/list', {
  summary:
    'Payments that are under way for instalments that the person sees, also those of other payers, and those the person finished within 24 hours; the newest first',
  added: true,
  access: { who: 'signed-in' },
  answer: z.array(
    z.object({
      uuid,
      state: z.enum(checkoutStates),
      amount: kopecks,
      paymentUuids: z.array(uuid),
      /** Null for the person. Who else is paying: `Анна С.` */
      payer: z.string().nullable(),
      isAutomatic: z.boolean(),
      createdAt: iso,
      expiresAt: iso,
    }),
  ),
})
export type CheckoutSummary = z.infer<typeof listCheckouts.answer>[number]

export const startCheckout = call('POST /v1/profile/checkout', {
  summary:
    'Starts a payment at the provider. 409 `nothing-to-pay` if an instalment is paid, not expected or paid only by bill, `price-changed` if its unpaid amount differs, `payment-in-progress` while another payment of it is under way; 503 `payment-provider-unavailable`, to be repeated with the same key',
  added: true,
  access: { who: 'signed-in' },
  limit: 'checkout',
  idempotent: true,
  body: z.strictObject({
    /** The unpaid amounts as the person saw them. */
    lines: z
      .array(z.strictObject({ paymentUuid: uuid, amount: kopecks.min(1) }))
      .min(1)
      .max(maxCheckoutLines),
    method: z.enum(checkoutMethods),
    /** Pays although another payment of an instalment is under way; what arrives twice is returned. */
    isDespiteOther: z.boolean().optional(),
    /** Saves the card and agrees to automatic payments of these contracts; only by card. */
    autopay: z
      .strictObject({
        contractUuids: z.array(uuid).min(1).max(maxCheckoutLines),
        termsVersion: z.literal(acceptedAutopayTerms),
      })
      .optional(),
  }),
  answer: checkout,
})

export const readCheckout = call('GET /v1/profile/checkout/{checkoutId}', {
  summary: 'A payment of the person; its state is read from the provider while it is under way',
  added: true,
  access: { who: 'signed-in' },
  limit: 'checkout-state',
  params: z.object({ checkoutId: uuid }),
  answer: checkout,
})

export const cancelCheckout = call('POST /v1/profile/checkout/{checkoutId}/cancel', {
  summary:
    'Gives up a payment that is under way; money that still arrives is booked or returned. 409 if it is finished',
  added: true,
  access: { who: 'signed-in' },
  idempotent: true,
  params: z.object({ checkoutId: uuid }),
  answer: checkout,
})

export const receivePaymentNotification = call('POST /v1/payment-notification/{provider}', {
  summary: 'A hint of the payment provider that something has changed; the server reads the payment itself',
  added: true,
  access: { who: 'anyone' },
  acceptsOtherOrigins: true,
  limit: 'payment-notification',
  params: z.object({ provider: z.string().max(40) }),
  /** Only ids are used, and only to look them up among the own payments. */
  body: z.looseObject({
    event: z.string().max(100),
    object: z.looseObject({
      id: z.string().regex(/^[\w-]{20,50}$/),
      /** Of a refund. */
      payment_id: z
        .string()
        .regex(/^[\w-]{20,50}$/)
        .optional(),
      metadata: z.looseObject({ checkout: z.string().max(100).optional() }).optional(),
    }),
  }),
  /** Providers repeat a notification until it is answered with 200. */
  answer: z.object({}),
})
