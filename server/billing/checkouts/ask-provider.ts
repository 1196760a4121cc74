import { and, eq, isNull } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import { OrderRefused, type PaymentOrder, type ReceiptItem } from '#server/billing/providers/payment-provider.ts'
import { checkouts } from '#server/db/schema/checkouts.ts'
import { users } from '#server/db/schema/people.ts'
import { type CheckoutLine, readLines } from './checkout-rows.ts'
import type { PaymentContext } from './payment-context.ts'
import { applyPayment, keepPayment } from './settle-checkout.ts'

/**
 * Makes the payment of a stored checkout at the provider, outside of transactions. Throws `ProviderUnavailable`; then it
 * may be repeated, and the provider makes it once. Does nothing for a checkout that the provider knows.
 */
export async function askProvider(context: PaymentContext, checkoutId: string, language: Locale): Promise<void> {
  const { database, provider, clock, log } = context
  const order = await readOrder(context, checkoutId, language)
  if (!order) return
  const payment = await provider.createPayment(order).catch((error: unknown) => {
    if (!(error instanceof OrderRefused)) throw error
    log.error({ err: error, checkout: checkoutId }, 'the payment provider refuses a payment')
    return null
  })
  const isUnasked = and(eq(checkouts.id, checkoutId), isNull(checkouts.externalId))
  if (payment === null) {
    const end = { state: 'refused', refusal: 'method-unavailable', finishedAt: clock(), decidedAt: clock() } as const
    await database
      .update(checkouts)
      .set(end)
      .where(and(isUnasked, eq(checkouts.state, 'started')))
    return
  }
  await keepPayment(database, checkoutId, payment)
  await applyPayment(context, checkoutId, payment)
}

async function readOrder(
  { database, clock, publicUrl }: PaymentContext,
  checkoutId: string,
  language: Locale,
): Promise<PaymentOrder | null> {
  const [row] = await database
    .select({
      method: checkouts.method,
      expiresAt: checkouts.expiresAt,
      contact: { email: users.email, phone: users.phone },
    })
    .from(checkouts)
    .innerJoin(users, eq(users.id, checkouts.payerId))
    .where(and(eq(checkouts.id, checkoutId), eq(checkouts.state, 'started')))
  if (!row || row.expiresAt <= clock()) return null
  const lines = await readLines(database, checkoutId)
  return {
    key: checkoutId,
    method: row.method,
    amount: lines.reduce((sum, { amount }) => sum + amount, 0),
    description: describe(lines),
    items: lines.map((line) => receiptItem(line, line.amount)),
    contact: row.contact,
    returnUrl: `${publicUrl}/payment?checkout=${checkoutId}`,
    language,
  }
}

/** What the payer reads at the bank, and the accountant in the provider's panel. */
function describe(lines: readonly CheckoutLine[]): string {
  const numbers = [...new Set(lines.map(({ contractNumber }) => contractNumber))]
  return numbers.length === 1
    ? `Оплата обучения по договору ${numbers[0]}`
    : `Оплата обучения по договорам ${numbers.join(', ')}`
}

/** Fiscal receipts are in Russian. */
export function receiptItem(
  { course, paymentTitle, contractNumber, contractTotal, amount: lineAmount }: CheckoutLine,
  amount: number,
): ReceiptItem {
  return {
    description: `Обучение: ${course}, договор ${contractNumber}, ${paymentTitle.toLowerCase()}`,
    amount,
    isWhole: lineAmount === contractTotal,
  }
}
