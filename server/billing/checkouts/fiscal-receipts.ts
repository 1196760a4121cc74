import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { announceChanges } from '#server/changes/announce-changes.ts'
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
  const returned = await database
    .select({ id: refunds.id, externalId: refunds.externalId })
    .from(refunds)
    .where(
      and(
        and(eq(refunds.checkoutId, checkoutId), eq(refunds.state, 'succeeded')),
        and(isNull(refunds.receiptUrl), gt(refunds.finishedAt, since)),
      ),
    )
  for (const { id, externalId } of returned) {
    const receiptUrl = await provider.findReceiptUrl({ kind: 'refund', id: externalId ?? '' })
    if (receiptUrl === null) continue
    await database.update(refunds).set({ receiptUrl }).where(eq(refunds.id, id))
    await announceReceipt(context, checkoutId)
  }
  const [row] = await database
    .select({ externalId: checkouts.externalId })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.id, checkoutId),
        and(eq(checkouts.state, 'paid'), isNull(checkouts.receiptUrl)),
        gt(checkouts.finishedAt, since),
      ),
    )
  if (!row?.externalId) return
  const receiptUrl = await provider.findReceiptUrl({ kind: 'payment', id: row.externalId })
  if (receiptUrl === null) return
  await database.update(checkouts).set({ receiptUrl }).where(eq(checkouts.id, checkoutId))
  await announceReceipt(context, checkoutId)
}

/** Only the payer sees it. */
async function announceReceipt({ database }: PaymentContext, checkoutId: string): Promise<void> {
  const [row] = await database
    .select({ payerId: checkouts.payerId })
    .from(checkouts)
    .where(eq(checkouts.id, checkoutId))
  await announceChanges(database, {
    userIds: row ? [row.payerId] : [],
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
