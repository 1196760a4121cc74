import { z } from 'zod'

// What the API takes, by ЮKassa's OpenAPI specification: required fields, limits of lengths, and the sum of a receipt.

const amount = z.object({ value: z.string().regex(/^\d+\.\d{2}$/), currency: z.literal('RUB') })

const receipt = z.object({
  customer: z
    .object({
      email: z.email().optional(),
      phone: z
        .string()
        .regex(/^\d{4,15}$/)
        .optional(),
    })
    .refine(({ email, phone }) => email !== undefined || phone !== undefined),
  tax_system_code: z.int().min(1).max(6).optional(),
  items: z
    .array(
      z.object({
        description: z.string().min(1).max(128),
        quantity: z.number().positive(),
        amount,
        vat_code: z.int().min(1).max(12),
        payment_subject: z.string(),
        payment_mode: z.enum(['full_prepayment', 'partial_prepayment', 'advance', 'full_payment', 'partial_payment']),
      }),
    )
    .min(1)
    .max(100),
})

function isSum({
  amount: whole,
  receipt: of,
}: {
  amount: z.output<typeof amount>
  receipt?: z.output<typeof receipt> | undefined
}) {
  return (
    !of ||
    of.items.reduce((sum, item) => sum + Math.round(Number(item.amount.value) * 100), 0) ===
      Math.round(Number(whole.value) * 100)
  )
}

export const requestedPayment = z
  .object({
    amount,
    description: z.string().max(128).optional(),
    payment_method_data: z.object({ type: z.enum(['bank_card', 'sbp']) }).optional(),
    confirmation: z
      .object({
        type: z.literal('redirect'),
        return_url: z.url().max(2048),
        locale: z.enum(['ru_RU', 'en_US']).optional(),
      })
      .optional(),
    save_payment_method: z.boolean().default(false),
    /** A saved card is charged without a page. */
    payment_method_id: z.string().length(36).optional(),
    capture: z.literal(true),
    metadata: z.record(z.string().max(32), z.string().max(512)).default({}),
    receipt: receipt.optional(),
  })
  .refine(isSum, { path: ['receipt', 'items'] })
  .refine(
    ({ payment_method_id: saved, payment_method_data: method, confirmation }) =>
      saved === undefined ? method && confirmation : !method && !confirmation,
    { path: ['payment_method_id'] },
  )
export type RequestedPayment = z.output<typeof requestedPayment>

export const requestedRefund = z
  .object({
    payment_id: z.string().length(36),
    amount,
    description: z.string().max(250).optional(),
    receipt: receipt.optional(),
  })
  .refine(isSum, { path: ['receipt', 'items'] })
export type RequestedRefund = z.output<typeof requestedRefund>
