import { and, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import {
  OrderRefused,
  type PaymentOrder,
  ProviderUnavailable,
  type ReceiptItem,
} from '#server/billing/providers/payment-provider.ts'
import { checkouts } from '#server/db/schema/checkouts.ts'
import { users } from '#server/db/schema/people.ts'
import { savedMethodOf, savesCard } from './agreements.ts'
import { announceCheckout } from './checkout-notices.ts'
import { type CheckoutLine, readLines } from './checkout-rows.ts'
import type { PaymentContext } from './payment-context.ts'
import { applyPayment, keepPayment } from './settle-checkout.ts'

/**
 * Makes the payment of a stored checkout at the provider, outside of transactions. Throws `ProviderUnavailable`; then it
 * may be repeated, and the provider makes it once. Does nothing for a checkout that the provider knows, and ends one that
 * it has not answered in time.
 */
export async function askProvider(context: PaymentContext, checkoutId: string, language: Locale): Promise<void> {
  const { database, provider, clock, log } = context
  const read = await readOrder(context, checkoutId, language)
  if (!read) return
  const { order, unsentSince, chargeId } = read
  // Undefined for a checkout that the payer confirms.
  const savedMethod = chargeId === null ? undefined : await savedMethodOf(context, chargeId)
  const asked = savedMethod === null ? null : provider.createPayment(order, savedMethod)
  const payment = await asked?.catch(async (error: unknown) => {
    if (error instanceof ProviderUnavailable && error.isUnsent && unsentSince) await keepUnsent()
    if (!(error instanceof OrderRefused)) throw error
    log.error({ err: error, checkout: checkoutId }, 'the payment provider refuses a payment')
    return null
  })
  const isUnasked = and(eq(checkouts.id, checkoutId), isNull(checkouts.externalId))
  if (!payment) {
    const end = { state: 'refused', refusal: 'method-unavailable', finishedAt: clock(), decidedAt: clock() } as const
    return database.transaction(async (transaction) => {
      const ended = await transaction
        .update(checkouts)
        .set({ ...end, sentOrder: null })
        .where(and(isUnasked, eq(checkouts.state, 'started')))
        .returning({ id: checkouts.id })
      if (ended.length > 0) await announceCheckout(transaction, checkoutId)
    })
  }
  await keepPayment(database, checkoutId, payment)
  await applyPayment(context, checkoutId, payment)

  /** A stop still reaches a charge that never left, unless another server has taken it meanwhile. */
  async function keepUnsent(): Promise<void> {
    const isOfCharge = and(eq(checkouts.id, checkoutId), isNotNull(checkouts.chargeId))
    const isUntouched = and(eq(checkouts.state, 'started'), eq(checkouts.watchedAt, unsentSince ?? clock()))
    await database.update(checkouts).set({ sentOrder: null }).where(and(isOfCharge, isUntouched))
  }
}

/**
 * Ends checkouts that the provider has not answered in time, all or one: the person never saw its page, so no money can come
 * of them.
 */
export async function endUnasked({ database, clock }: PaymentContext, checkoutId?: string): Promise<void> {
  const now = clock()
  const isOver = and(isNull(checkouts.externalId), isNull(checkouts.decidedAt), lte(checkouts.expiresAt, now))
  await database.transaction(async (transaction) => {
    const ended = await transaction
      .update(checkouts)
      .set({
        state: sql`case when ${checkouts.state} = 'started' then 'expired' else ${checkouts.state} end`,
        finishedAt: sql`coalesce(${checkouts.finishedAt}, ${now.toISOString()}::timestamptz)`,
        decidedAt: now,
        sentOrder: null,
      })
      .where(
        and(
          and(isOver, inArray(checkouts.state, ['started', 'canceled'])),
          checkoutId === undefined ? undefined : eq(checkouts.id, checkoutId),
        ),
      )
      .returning({ id: checkouts.id })
    for (const { id } of ended) await announceCheckout(transaction, id)
  })
}

/** `unsentSince`: when a job took an order that was not sent before. */
type ReadOrder = { order: PaymentOrder; unsentSince: Date | null; chargeId: string | null }

async function readOrder(context: PaymentContext, checkoutId: string, language: Locale): Promise<ReadOrder | null> {
  const { database, clock, publicUrl } = context
  const [row] = await database
    .select({
      method: checkouts.method,
      expiresAt: checkouts.expiresAt,
      sentOrder: checkouts.sentOrder,
      watchedAt: checkouts.watchedAt,
      chargeId: checkouts.chargeId,
      isSaving: savesCard(database),
      contact: { email: users.email, phone: users.phone },
    })
    .from(checkouts)
    .innerJoin(users, eq(users.id, checkouts.payerId))
    .where(and(eq(checkouts.id, checkoutId), eq(checkouts.state, 'started')))
  if (!row) return null
  if (row.expiresAt <= clock()) {
    await endUnasked(context, checkoutId)
    return null
  }
  const { chargeId } = row
  if (row.sentOrder) return { order: row.sentOrder as PaymentOrder, unsentSince: null, chargeId }
  const lines = await readLines(database, checkoutId)
  const order: PaymentOrder = {
    key: checkoutId,
    method: row.method,
    amount: lines.reduce((sum, { amount }) => sum + amount, 0),
    description: describe(lines),
    items: lines.map((line) => receiptItem(line, line.amount)),
    contact: row.contact,
    returnUrl: `${publicUrl}/payment?checkout=${checkoutId}`,
    language,
    ...(row.isSaving && { isSaving: true }),
  }
  // The first of several that ask at once is kept: the provider refuses another order with the same key.
  const [kept] = await database
    .update(checkouts)
    .set({ sentOrder: sql`coalesce(${checkouts.sentOrder}, ${JSON.stringify(order)}::jsonb)` })
    .where(and(eq(checkouts.id, checkoutId), eq(checkouts.state, 'started')))
    .returning({ order: checkouts.sentOrder })
  return kept ? { order: kept.order as PaymentOrder, unsentSince: row.watchedAt, chargeId } : null
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
