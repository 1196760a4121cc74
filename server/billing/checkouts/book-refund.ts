import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { selectFullName } from '#server/access/user-columns.ts'
import { bookReceipts } from '#server/billing/ledger/book-receipts.ts'
import type { ContractAccount } from '#server/billing/ledger/ledger.ts'
import { OrderRefused, type ProviderRefund } from '#server/billing/providers/payment-provider.ts'
import type { Database } from '#server/db/client.ts'
import { checkoutLines, checkouts, refundLines, refundRequests, refunds } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { providerOperationId } from '#server/payment-details/payment-number.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { announceCheckout, notifyOfRefunds } from './checkout-notices.ts'
import { lockCheckout } from './lock-checkout.ts'
import type { PaymentContext } from './payment-context.ts'
import { clearDifferences, noteDifference } from './payment-differences.ts'
import { type PaidLine, planReturn, takeFromLast } from './refund-rules.ts'
import { type LineAmount, sumOf } from './rules.ts'

/** What became of a refund of the provider: `foreign` is of another program, `unsettled` of a payment that is not booked. */
type RefundFinding = 'known' | 'booked' | 'foreign' | 'unsettled'

/**
 * Books a refund that the provider has made: one of ours whose answer was lost, or one that the staff
 * has made in the panel of the provider. Safe to repeat, and to run twice at once.
 */
export async function bookRefund(context: PaymentContext, made: ProviderRefund): Promise<RefundFinding> {
  const { database, provider, clock, timeZone, log } = context
  if (made.state !== 'succeeded') return 'known'
  const [found] = await database
    .select({ id: checkouts.id, state: checkouts.state })
    .from(checkouts)
    .where(and(eq(checkouts.provider, provider.name), eq(checkouts.externalId, made.paymentId)))
  if (!found) return 'foreign'
  if (found.state !== 'paid') return 'unsettled'
  return database.transaction(async (transaction) => {
    const { checkout, readAccounts } = await lockCheckout(transaction, found.id)
    const accounts = await readAccounts()
    const [known] = await transaction
      .select({ id: refunds.id, state: refunds.state })
      .from(refunds)
      .where(eq(refunds.externalId, made.id))
    if (known?.state === 'succeeded') return 'known'
    const id = known?.id ?? (await findExpected(transaction, found.id, made.amount))
    if (id === null) {
      log.warn({ checkout: found.id, refund: made.id }, 'the provider has a refund that we did not ask for')
      await addRefundOfPanel(transaction, { accounts, checkout, made, provider, timeZone, now: clock() })
    } else await finishRefund(transaction, { id, made, accounts, timeZone, now: clock() })
    return 'booked'
  })
}

/** Books the refund that a notification names, as the provider answers it. */
export async function bookNotified(context: PaymentContext, refundId: string): Promise<void> {
  const refund = await context.provider.readRefund(refundId).catch((error: unknown) => {
    if (error instanceof OrderRefused) return null
    throw error
  })
  if (refund) await bookRefund(context, refund)
}

/** A refund of ours of the same sum that the provider was asked for, or that it did not make before. */
async function findExpected(transaction: Database, checkoutId: string, amount: number): Promise<string | null> {
  const isOpen = or(eq(refunds.state, 'failed'), and(eq(refunds.state, 'pending'), isNull(refunds.externalId)))
  const [row] = await transaction
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.checkoutId, checkoutId), eq(refunds.amount, amount), isOpen))
    .orderBy(desc(refunds.state), asc(refunds.failedAttempts), asc(refunds.createdAt), asc(refunds.id))
    .limit(1)
  return row?.id ?? null
}

type Panel = {
  accounts: ReadonlyMap<string, ContractAccount>
  checkout: { id: string; difference: number | null }
  provider: Pick<PaymentContext['provider'], 'name'>
  made: ProviderRefund
} & CurrentTime

/** What arrived beyond the instalments goes first, then what the checkout has paid, from its last instalment on. */
async function addRefundOfPanel(
  transaction: Database,
  { accounts, checkout: { id: checkoutId, difference }, made, provider, now, timeZone }: Panel,
): Promise<void> {
  const beyond = Math.min(made.amount, Math.max(0, difference ?? 0))
  if (beyond > 0) {
    const left = (difference ?? 0) - beyond
    await transaction
      .update(checkouts)
      .set({ difference: left === 0 ? null : left })
      .where(eq(checkouts.id, checkoutId))
    const cleared = { provider: provider.name, kinds: ['payment-other-sum'], externalIds: [made.paymentId] } as const
    if (left === 0) await clearDifferences(transaction, { ...cleared, now })
  }
  const surplus = await takeFromSurplus(transaction, checkoutId, made.amount - beyond)
  const rest = made.amount - beyond - surplus.taken
  const { lines } = takeFromLast(rest, await readPaidLines(transaction, checkoutId), accounts)
  const [refund] = await transaction
    .insert(refunds)
    .values({ checkoutId, amount: made.amount, reason: 'by-staff', createdAt: made.createdAt })
    .returning({ id: refunds.id })
  if (!refund) throw new Error('The refund was not stored')
  await transaction.insert(refundRequests).values({ refundId: refund.id, note: made.description ?? '' })
  await replaceRefunds(transaction, surplus.covered, refund.id)
  await addRefundLines(transaction, refund.id, lines)
  const expected = beyond + surplus.taken + sumOf(lines)
  await finishRefund(transaction, { id: refund.id, made, accounts, now, timeZone, expected })
}

/**
 * What goes back by itself was returned already, in part or whole. Of a part less is left to send, as another order;
 * refunds of which nothing is left to send are `covered`.
 */
async function takeFromSurplus(
  transaction: Database,
  checkoutId: string,
  amount: number,
): Promise<{ taken: number; covered: string[] }> {
  const rows = await transaction
    .select({ id: refunds.id, amount: refunds.amount })
    .from(refunds)
    .where(
      and(
        and(eq(refunds.checkoutId, checkoutId), eq(refunds.state, 'pending'), isNull(refunds.externalId)),
        inArray(refunds.reason, ['paid-twice', 'contract-ended']),
      ),
    )
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .for('update')
  const covered: string[] = []
  let left = amount
  for (const row of rows) {
    const part = Math.min(left, row.amount)
    left -= part
    if (part === row.amount) covered.push(row.id)
    else if (part > 0)
      await transaction
        .update(refunds)
        .set({
          amount: sql`${refunds.amount} - ${part}`,
          sentOrder: null,
          failedAttempts: sql`${refunds.failedAttempts} + 1`,
        })
        .where(eq(refunds.id, row.id))
  }
  return { taken: amount - left, covered }
}

/** The provider has made one refund for all of them: it has their money, and they are not sent any more. */
async function replaceRefunds(transaction: Database, covered: readonly string[], refundId: string): Promise<void> {
  if (covered.length === 0) return
  await transaction
    .update(checkoutLines)
    .set({ refundId })
    .where(inArray(checkoutLines.refundId, [...covered]))
  await transaction.delete(refunds).where(inArray(refunds.id, [...covered]))
}

export async function addRefundLines(transaction: Database, refundId: string, lines: readonly LineAmount[]) {
  if (lines.length > 0) await transaction.insert(refundLines).values(lines.map((line) => ({ refundId, ...line })))
}

/** The instalments that a checkout has paid, in their order, with what goes back of them. */
export async function readPaidLines(database: Database, checkoutId: string): Promise<PaidLine[]> {
  const { paymentId } = checkoutLines
  return database
    .select({
      paymentId,
      booked: sql<number>`coalesce(${checkoutLines.booked}, 0)::float8`,
      taken: sql<number>`coalesce((
        select sum(refund_lines.amount) from refund_lines join refunds on refunds.id = refund_id
        where refunds.checkout_id = ${checkoutId} and refund_lines.payment_id = ${paymentId} and refunds.state <> 'failed'
      ), 0)::float8`,
      underWay: sql<number>`coalesce((
        select sum(refund_lines.amount) from refund_lines join refunds on refunds.id = refund_id
        where refund_lines.payment_id = ${paymentId} and refunds.state = 'pending'
      ), 0)::float8`,
    })
    .from(checkoutLines)
    .innerJoin(payments, eq(payments.id, paymentId))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .where(eq(checkoutLines.checkoutId, checkoutId))
    .orderBy(asc(contracts.number), asc(payments.position))
}

type Made = CurrentTime & {
  id: string
  made: ProviderRefund
  accounts: ReadonlyMap<string, ContractAccount>
  /** Kopecks of it whose owner is known; default: as many as were asked for. */
  expected?: number
}

/**
 * The provider has made a refund: what it takes of instalments is booked, so they are due again unless their contract ends or is frozen.
 * What they do not have any more is for the staff to clear up. The accounts of the checkout are locked.
 */
export async function finishRefund(
  transaction: Database,
  { id, made, accounts, now, timeZone, expected }: Made,
): Promise<void> {
  const [ended] = await transaction
    .update(refunds)
    .set({ state: 'succeeded', externalId: made.id, finishedAt: now, sentOrder: null })
    .where(and(eq(refunds.id, id), ne(refunds.state, 'succeeded')))
    .returning({ checkoutId: refunds.checkoutId, amount: refunds.amount })
  if (!ended) return
  const { checkoutId } = ended
  const [checkout] = await transaction
    .select({ provider: checkouts.provider, payerId: checkouts.payerId, payerName: selectFullName(users) })
    .from(checkouts)
    .innerJoin(users, eq(users.id, checkouts.payerId))
    .where(eq(checkouts.id, checkoutId))
  if (!checkout) throw new Error('The refund has no checkout')
  const lines = await transaction
    .select({ paymentId: refundLines.paymentId, amount: refundLines.amount })
    .from(refundLines)
    .where(eq(refundLines.refundId, id))
  const { provider, ...payer } = checkout
  const movement = { externalId: providerOperationId(provider, made.id), at: made.createdAt, ...payer }
  const { plan, rest, due } = planReturn(lines, accounts, { ...movement, today: dayInZone(now, timeZone) })
  await bookReceipts(transaction, plan, now)
  for (const [paymentId, { amount, dueOn }] of due)
    if (amount > 0) await transaction.update(payments).set({ dueOn }).where(eq(payments.id, paymentId))
  const missing = rest + Math.max(0, made.amount - (expected ?? ended.amount))
  if (missing > 0)
    await noteDifference(
      transaction,
      { kind: 'refund-not-booked', provider, externalId: made.id, checkoutId, amount: missing },
      now,
    )
  await clearDifferences(transaction, { provider, kinds: ['refund-failed'], externalIds: [id], now })
  await notifyOfRefunds(transaction, [id], { stage: 'succeeded', due, now })
  await announceCheckout(transaction, checkoutId)
}
