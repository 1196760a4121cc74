import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import { isContractVisibleTo } from '#server/access/visible-students.ts'
import { announceChanges } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { checkoutLines, checkouts, refunds } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { formatAmount } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { readLines } from './checkout-rows.ts'

/** Notifies the open pages of all who may pay these instalments. */
export async function announceCheckout(transaction: Database, checkoutId: string): Promise<void> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    with concerned as (
      select customer_id, student_id from contracts
      where id in (select contract_id from payments join checkout_lines on payment_id = payments.id where checkout_id = ${checkoutId})
    )
    select payer_id as id from checkouts where id = ${checkoutId}
    union select customer_id from concerned
    union select student_id from concerned
    union select guardian_id from guardianships where child_id in (select student_id from concerned)
  `)
  await announceChanges(transaction, {
    userIds: rows.map(({ id }) => id),
    calls: ['GET /v1/profile/checkout/list', 'GET /v1/profile/checkout/{checkoutId}', 'GET /v1/profile/autopay/list'],
  })
}

/** What goes back of which contract, by refund of one checkout; the recipient is the payer. */
async function findReturned(transaction: Database, refundIds: readonly string[]) {
  const returned = await transaction
    .select({
      refundId: refunds.id,
      reason: refunds.reason,
      checkoutId: refunds.checkoutId,
      contractId: contracts.id,
      number: contracts.number,
      amount: sql<number>`sum(${checkoutLines.amount} - ${checkoutLines.booked})::float8`,
      recipient: recipientColumns,
    })
    .from(refunds)
    .innerJoin(checkouts, eq(checkouts.id, refunds.checkoutId))
    .innerJoin(users, eq(users.id, checkouts.payerId))
    .innerJoin(checkoutLines, eq(checkoutLines.refundId, refunds.id))
    .innerJoin(payments, eq(payments.id, checkoutLines.paymentId))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .where(inArray(refunds.id, [...refundIds]))
    .groupBy(refunds.id, contracts.id, users.id)
    .orderBy(contracts.number)
  const [first] = returned
  if (!first) return []
  const visible = await transaction
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        inArray(
          contracts.id,
          returned.map(({ contractId }) => contractId),
        ),
        isContractVisibleTo(first.recipient.id),
      ),
    )
  // A payer may have stopped seeing the contract: the page of the payment is left.
  return returned.map(({ contractId, checkoutId, ...row }) => ({
    ...row,
    path: visible.some(({ id }) => id === contractId)
      ? `/contracts-and-payments/${contractId}`
      : `/payment?checkout=${checkoutId}`,
  }))
}

/** The payer learns at once why money goes back. */
export async function notifyOfRefunds(transaction: Database, refundIds: readonly string[], now: Date): Promise<void> {
  const returned = await findReturned(transaction, refundIds)
  await notifyUsers(
    transaction,
    now,
    returned.map(({ recipient, path, number, amount, reason }): UserNotification => {
      const kind = reason === 'contract-ended' ? 'payment-after-end' : 'payment-twice'
      const values = (language: Locale) => ({ number, amount: formatAmount(amount, language) })
      return { recipient, kind, path, values }
    }),
  )
}

/** The payer learns that the money was sent, or that the bank does not take it. */
export async function notifyOfEndedRefund(
  transaction: Database,
  { id, state }: { id: string; state: 'succeeded' | 'failed' },
  now: Date,
): Promise<void> {
  const returned = await findReturned(transaction, [id])
  const kind = state === 'succeeded' ? 'payment-returned' : 'refund-failed'
  await notifyUsers(
    transaction,
    now,
    returned.map(({ recipient, path, number, amount }): UserNotification => {
      const values = (language: Locale) => ({ number, amount: formatAmount(amount, language) })
      return { recipient, kind, path, values }
    }),
  )
}

/** Milliseconds in which a payer comes back to see that a payment was refused, and until when a message makes sense. */
const [comesBack, isNews] = [5 * 60_000, 24 * 60 * 60_000]
const batchSize = 50

/** Payers of refused checkouts who have not come back to see it. */
export async function notifyOfRefusals(database: Database, now: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    const refused = await transaction
      .select({ id: checkouts.id, recipient: recipientColumns })
      .from(checkouts)
      .innerJoin(users, eq(users.id, checkouts.payerId))
      .where(
        and(
          // Of automatic payments their own messages say why, and what follows.
          and(eq(checkouts.state, 'refused'), isNull(checkouts.seenAt), isNull(checkouts.chargeId)),
          lt(checkouts.finishedAt, new Date(now.getTime() - comesBack)),
          gt(checkouts.finishedAt, new Date(now.getTime() - isNews)),
        ),
      )
      .orderBy(checkouts.finishedAt)
      .limit(batchSize)
      .for('update', { of: checkouts, skipLocked: true })
    const notices: UserNotification[] = []
    for (const { id, recipient } of refused) {
      const lines = await readLines(transaction, id)
      const number = [...new Set(lines.map(({ contractNumber }) => contractNumber))].join(', ')
      const sum = lines.reduce((total, { amount }) => total + amount, 0)
      const values = (language: Locale) => ({ number, amount: formatAmount(sum, language) })
      notices.push({ recipient, kind: 'payment-refused', once: id, path: `/payment?checkout=${id}`, values })
    }
    await notifyUsers(transaction, now, notices)
    const ids = refused.map(({ id }) => id)
    if (ids.length > 0) await transaction.update(checkouts).set({ seenAt: now }).where(inArray(checkouts.id, ids))
  })
}
