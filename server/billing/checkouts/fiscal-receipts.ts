import { and, eq, sql } from 'drizzle-orm'
import { announceChanges } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { checkouts, refunds } from '#server/db/schema/checkouts.ts'
import { fiscalReceiptPeriodMs } from '#server/enrolment/contracts/rules.ts'
import { handleBatches } from './handle-batches.ts'
import type { PaymentContext } from './payment-context.ts'

const batchSize = 50

/** Looks for the fiscal receipts of a paid checkout and its refunds, which are registered a while after them. */
export async function findReceipts(context: PaymentContext, checkoutId: string): Promise<void> {
  const { database, provider, clock } = context
  if (!provider.makesReceipts) return
  const since = new Date(clock().getTime() - fiscalReceiptPeriodMs)
  const isSought = (of: { receiptUrl: string | null; finishedAt: Date | null }) =>
    of.receiptUrl === null && of.finishedAt !== null && of.finishedAt > since
  const returned = await database
    .select()
    .from(refunds)
    .where(and(eq(refunds.checkoutId, checkoutId), eq(refunds.state, 'succeeded')))
  const [checkout] = await database.select().from(checkouts).where(eq(checkouts.id, checkoutId))
  if (!checkout) return
  for (const refund of returned.filter(isSought)) {
    const receiptUrl = await provider.findReceiptUrl({ kind: 'refund', id: refund.externalId ?? '' })
    if (receiptUrl === null) continue
    await database.update(refunds).set({ receiptUrl }).where(eq(refunds.id, refund.id))
    await announceReceipt(database, checkout)
  }
  if (checkout.externalId === null || checkout.state !== 'paid' || !isSought(checkout)) return
  const receiptUrl = await provider.findReceiptUrl({ kind: 'payment', id: checkout.externalId })
  if (receiptUrl === null) return
  await database.update(checkouts).set({ receiptUrl }).where(eq(checkouts.id, checkoutId))
  await announceReceipt(database, checkout)
}

/** Only the payer sees it. */
async function announceReceipt(database: Database, { payerId }: { payerId: string }): Promise<void> {
  await announceChanges(database, {
    userIds: [payerId],
    calls: ['GET /v1/profile/contract/list', 'GET /v1/profile/checkout/{checkoutId}'],
  })
}

/**
 * Looks for the fiscal receipts of all that was paid and returned, the older the more rarely. Several servers take
 * different ones.
 */
export async function watchReceipts(context: PaymentContext): Promise<void> {
  const { database, provider, clock, log } = context
  if (!provider.makesReceipts) return
  const at = sql`${clock().toISOString()}::timestamptz`
  const isDue = sql`receipt_url is null and finished_at > ${at} - ${fiscalReceiptPeriodMs} * interval '1 millisecond'
    and (watched_at is null or watched_at < ${at} - interval '30 seconds' - (${at} - finished_at) / 4)`
  await handleBatches({
    async take() {
      const { rows } = await database.execute<{ id: string }>(sql`
        with paid as (
          update checkouts set watched_at = ${at} where id in (
            select id from checkouts where state = 'paid' and ${isDue}
            order by finished_at limit ${batchSize} for update skip locked
          ) returning id
        ), returned as (
          update refunds set watched_at = ${at} where id in (
            select id from refunds where state = 'succeeded' and ${isDue}
            order by finished_at limit ${batchSize} for update skip locked
          ) returning checkout_id
        )
        select id from paid union select checkout_id from returned
      `)
      return rows.map(({ id }) => id)
    },
    handle: (id) => findReceipts(context, id),
    log,
    failure: 'the fiscal receipt of a checkout was not found',
  })
}
