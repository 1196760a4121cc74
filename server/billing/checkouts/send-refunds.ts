import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import {
  OrderRefused,
  type ProviderRefund,
  pagesOf,
  type RefundOrder,
} from '#server/billing/providers/payment-provider.ts'
import type { Database } from '#server/db/client.ts'
import { checkouts, refundLines, refunds } from '#server/db/schema/checkouts.ts'
import { users } from '#server/db/schema/people.ts'
import { receiptItem } from './ask-provider.ts'
import { finishRefund } from './book-refund.ts'
import { announceCheckout, notifyOfRefunds } from './checkout-notices.ts'
import { readLines } from './checkout-rows.ts'
import { handleBatches } from './handle-batches.ts'
import { lockCheckout } from './lock-checkout.ts'
import type { PaymentContext } from './payment-context.ts'
import { noteDifference } from './payment-differences.ts'

const batchSize = 20
/** Milliseconds for which the provider remembers a key for sure; it promises a day. */
const keyLifetime = 23 * 60 * 60_000
/** Attempts until a refund has failed for good: three days of one an hour. The takings of a later day may cover it. */
const mostAttempts = 72

/**
 * Sends the refunds that are due to the provider and looks at those that it has not finished. Several servers take
 * different ones. A provider that does not answer ends the run; the next one goes on.
 */
export async function sendRefunds(context: PaymentContext): Promise<void> {
  const { database, clock, log } = context
  const at = sql`${clock().toISOString()}::timestamptz`
  await handleBatches({
    async take() {
      const { rows } = await database.execute<{ id: string }>(sql`
        update refunds set watched_at = ${at} where id in (
          select id from refunds
          where state = 'pending' and (watched_at is null or watched_at < ${at} - case
            when failed_attempts > 0 and external_id is null then interval '59 minutes' else interval '30 seconds' end)
          order by coalesce(watched_at, created_at) limit ${batchSize} for update skip locked
        ) returning id
      `)
      return rows.map(({ id }) => id)
    },
    handle: (id) => sendRefund(context, id),
    log,
    failure: 'a refund was not sent',
  })
}

/** The provider makes a refund once for a key while it remembers it; later its refunds are looked through first. */
async function sendRefund(context: PaymentContext, id: string): Promise<void> {
  const { database, provider, clock, log } = context
  const row = await readRow(database, id)
  if (!row) return
  if (row.externalId) return finish(context, row, await provider.readRefund(row.externalId))
  if (clock().getTime() - row.createdAt.getTime() > keyLifetime) {
    const made = await findMadeRefund(context, row)
    if (made) return finish(context, row, made)
  }
  const refund = await provider.createRefund(await readOrder(database, row)).catch((error: unknown) => {
    if (!(error instanceof OrderRefused)) throw error
    log.error({ err: error, refund: id }, 'the payment provider refuses a refund')
    return null
  })
  // It may refuse because the staff, or a former attempt, has returned the money already.
  await finish(context, row, refund ?? (await findMadeRefund(context, row)) ?? null)
}

async function readRow(database: Database, id: string) {
  const [row] = await database
    .select({
      id: refunds.id,
      checkoutId: refunds.checkoutId,
      amount: refunds.amount,
      externalId: refunds.externalId,
      createdAt: refunds.createdAt,
      failedAttempts: refunds.failedAttempts,
      sentOrder: refunds.sentOrder,
      paymentId: sql<string>`${checkouts.externalId}`,
      contact: { email: users.email, phone: users.phone },
    })
    .from(refunds)
    .innerJoin(checkouts, eq(checkouts.id, refunds.checkoutId))
    .innerJoin(users, eq(users.id, checkouts.payerId))
    .where(and(eq(refunds.id, id), isNotNull(checkouts.externalId), eq(refunds.state, 'pending')))
  return row
}
type RefundRow = NonNullable<Awaited<ReturnType<typeof readRow>>>

/** The same for each repeat of an attempt; an attempt that has failed is followed by one with another key. */
async function readOrder(
  database: Database,
  { id, checkoutId, paymentId, amount, contact, failedAttempts, sentOrder }: RefundRow,
): Promise<RefundOrder> {
  const key = failedAttempts === 0 ? id : `${id}-${failedAttempts}`
  if (sentOrder) return { ...(sentOrder as RefundOrder), key }
  const booked = await database
    .select({ paymentId: refundLines.paymentId, amount: refundLines.amount })
    .from(refundLines)
    .where(eq(refundLines.refundId, id))
  const parts = new Map(booked.map((line) => [line.paymentId, line.amount]))
  // A part of the sum may have been returned by hand.
  let left = amount
  const items = (await readLines(database, checkoutId)).flatMap((line) => {
    const wanted = line.refundId === id ? line.amount - (line.booked ?? 0) : (parts.get(line.paymentUuid) ?? 0)
    const part = Math.min(left, wanted)
    left -= part
    return part > 0 ? [receiptItem(line, part)] : []
  })
  const order: RefundOrder = { key, paymentId, amount, items, contact, description: 'Возврат оплаты обучения' }
  await database
    .update(refunds)
    .set({ sentOrder: { ...order } })
    .where(eq(refunds.id, id))
  return order
}

/**
 * A refund that the provider has made for a former attempt whose answer was lost: no other row knows it. A notification may
 * have brought it to this one meanwhile.
 */
async function findMadeRefund(
  { database, provider }: PaymentContext,
  { id, checkoutId, paymentId, amount }: RefundRow,
): Promise<ProviderRefund | undefined> {
  const known = await database
    .select({ externalId: refunds.externalId })
    .from(refunds)
    .where(and(eq(refunds.checkoutId, checkoutId), ne(refunds.id, id)))
  for await (const { items } of pagesOf((cursor) => provider.listRefunds({ paymentId, cursor }))) {
    const found = items.find(
      (refund) =>
        refund.amount === amount &&
        refund.state !== 'failed' &&
        known.every(({ externalId }) => externalId !== refund.id),
    )
    if (found) return found
  }
  return undefined
}

/** `refund` is null if the provider does not make it. What may succeed later is tried again. */
async function finish(
  { database, provider, clock, timeZone, log }: PaymentContext,
  { id, checkoutId, failedAttempts, amount }: RefundRow,
  refund: ProviderRefund | null,
): Promise<void> {
  const now = clock()
  const isSameAttempt = and(
    eq(refunds.id, id),
    eq(refunds.state, 'pending'),
    eq(refunds.failedAttempts, failedAttempts),
  )
  const nextAttempt = { failedAttempts: failedAttempts + 1, externalId: null }
  if (refund !== null && refund.state !== 'failed') {
    const isOfAnother = and(eq(refunds.externalId, refund.id), ne(refunds.id, id))
    await database.transaction(async (transaction) => {
      const { readAccounts } = await lockCheckout(transaction, checkoutId)
      const accounts = await readAccounts()
      // A notification may have come first, and have found another refund of the same sum.
      if ((await transaction.$count(refunds, isOfAnother)) > 0) {
        await transaction.update(refunds).set(nextAttempt).where(isSameAttempt)
      } else if (refund.state === 'succeeded') {
        await finishRefund(transaction, { id, made: refund, accounts, now, timeZone })
      } else await transaction.update(refunds).set({ externalId: refund.id }).where(isSameAttempt)
    })
    return
  }
  const attempt = nextAttempt.failedAttempts
  const isRepeated = (refund === null || refund.isWorthRepeating) && attempt < mostAttempts
  log.error({ refund: id, attempt, isRepeated }, 'the payment provider has not made a refund')
  if (isRepeated) {
    await database.update(refunds).set(nextAttempt).where(isSameAttempt)
    return
  }
  await database.transaction(async (transaction) => {
    const ended = await transaction
      .update(refunds)
      .set({ ...(refund && { externalId: refund.id }), state: 'failed', finishedAt: now, sentOrder: null })
      .where(isSameAttempt)
      .returning({ id: refunds.id })
    if (ended.length === 0) return
    const difference = { kind: 'refund-failed', provider: provider.name, externalId: id, checkoutId, amount } as const
    await noteDifference(transaction, difference, now)
    await notifyOfRefunds(transaction, [id], { stage: 'failed', now })
    await announceCheckout(transaction, checkoutId)
  })
}
