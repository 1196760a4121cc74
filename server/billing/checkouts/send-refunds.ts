import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { OrderRefused, type ProviderRefund, ProviderUnavailable } from '#server/billing/providers/payment-provider.ts'
import { checkouts, refunds } from '#server/db/schema/checkouts.ts'
import { users } from '#server/db/schema/people.ts'
import { receiptItem } from './ask-provider.ts'
import { announceCheckout, notifyOfEndedRefund } from './checkout-notices.ts'
import { readLines } from './checkout-rows.ts'
import type { PaymentContext } from './payment-context.ts'

const batchSize = 20
/** Milliseconds for which the provider remembers a key for sure; it promises a day. */
const keyLifetime = 23 * 60 * 60_000

/**
 * Sends the refunds that are due to the provider and looks at those that it has not finished. Several servers take
 * different ones. A provider that does not answer ends the run; the next one goes on.
 */
export async function sendRefunds(context: PaymentContext): Promise<void> {
  const { database, clock, log } = context
  const now = clock()
  const { rows } = await database.execute<{ id: string }>(sql`
    update refunds set watched_at = ${now.toISOString()}::timestamptz where id in (
      select id from refunds
      where state = 'pending' and (watched_at is null or watched_at < ${now.toISOString()}::timestamptz - interval '30 seconds')
      order by watched_at nulls first limit ${batchSize} for update skip locked
    ) returning id
  `)
  for (const { id } of rows) {
    try {
      await sendRefund(context, id)
    } catch (error) {
      log.error({ err: error, refund: id }, 'a refund was not sent')
      if (error instanceof ProviderUnavailable) return
    }
  }
}

/** The provider makes a refund once for our id while it remembers it; later its refunds are looked through first. */
async function sendRefund(context: PaymentContext, id: string): Promise<void> {
  const { database, provider, clock, log } = context
  const [row] = await database
    .select({
      ...{ checkoutId: refunds.checkoutId, amount: refunds.amount, externalId: refunds.externalId },
      createdAt: refunds.createdAt,
      paymentId: checkouts.externalId,
      contact: { email: users.email, phone: users.phone },
    })
    .from(refunds)
    .innerJoin(checkouts, eq(checkouts.id, refunds.checkoutId))
    .innerJoin(users, eq(users.id, checkouts.payerId))
    .where(and(eq(refunds.id, id), isNotNull(checkouts.externalId), eq(refunds.state, 'pending')))
  if (!row?.paymentId) return
  if (row.externalId) return finish(context, id, await provider.readRefund(row.externalId))
  if (clock().getTime() - row.createdAt.getTime() > keyLifetime) {
    const made = await findMadeRefund(context, { ...row, paymentId: row.paymentId })
    if (made) return finish(context, id, made)
  }
  const lines = (await readLines(database, row.checkoutId)).filter(({ refundId }) => refundId === id)
  const items = lines.map((line) => receiptItem(line, line.amount - (line.booked ?? 0)))
  const order = { key: id, paymentId: row.paymentId, amount: row.amount, items, contact: row.contact }
  const refund = await provider
    .createRefund({ ...order, description: 'Возврат оплаты обучения' })
    .catch((error: unknown) => {
      if (!(error instanceof OrderRefused)) throw error
      log.error({ err: error, refund: id }, 'the payment provider refuses a refund')
      return null
    })
  await finish(context, id, refund)
}

/** A refund that the provider has made for a former attempt whose answer was lost: no other row knows it. */
async function findMadeRefund(
  { database, provider }: PaymentContext,
  { checkoutId, paymentId, amount }: { checkoutId: string; paymentId: string; amount: number },
): Promise<ProviderRefund | undefined> {
  const known = await database
    .select({ externalId: refunds.externalId })
    .from(refunds)
    .where(eq(refunds.checkoutId, checkoutId))
  const found = await provider.listRefunds(paymentId)
  return found.find(
    (refund) =>
      refund.amount === amount &&
      refund.state !== 'failed' &&
      known.every(({ externalId }) => externalId !== refund.id),
  )
}

/** `refund` is null if the provider does not make it. */
async function finish({ database, clock }: PaymentContext, id: string, refund: ProviderRefund | null): Promise<void> {
  const now = clock()
  const state = refund?.state ?? 'failed'
  await database.transaction(async (transaction) => {
    const [ended] = await transaction
      .update(refunds)
      .set({ ...(refund && { externalId: refund.id }), ...(state !== 'pending' && { state, finishedAt: now }) })
      .where(and(eq(refunds.id, id), eq(refunds.state, 'pending')))
      .returning({ checkoutId: refunds.checkoutId })
    if (!ended || state === 'pending') return
    await notifyOfEndedRefund(transaction, { id, state }, now)
    await announceCheckout(transaction, ended.checkoutId)
  })
}
