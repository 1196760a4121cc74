import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { Refund } from '#contract/billing/checkouts.ts'
import type { PaidCheckout, RefundPreview } from '#contract/billing/refunds.ts'
import { cardListRows } from '#contract/limits.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { isContractVisibleTo } from '#server/access/visible-students.ts'
import type { ContractAccount } from '#server/billing/ledger/ledger.ts'
import { formatSum } from '#server/billing/ledger/plan-receipts.ts'
import { readAccounts } from '#server/billing/ledger/stored-accounts.ts'
import type { Database } from '#server/db/client.ts'
import { checkoutLines, checkouts, paymentDifferences, refundRequests, refunds } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { audit } from '#server/security/audit-log.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { addRefundLines, readPaidLines } from './book-refund.ts'
import { announceCheckout, notifyOfRefunds } from './checkout-notices.ts'
import { readCheckoutOf, readLines } from './checkout-rows.ts'
import { isOfCheckout, lockCheckout } from './lock-checkout.ts'
import { planReturn, returnableOf, takeFromLast } from './refund-rules.ts'

/** Paid checkouts of a person or for contracts that the person sees, the newest first. */
export async function listPaidCheckouts(database: Database, userId: string): Promise<PaidCheckout[]> {
  const ofContracts = database
    .select({ id: checkoutLines.checkoutId })
    .from(checkoutLines)
    .innerJoin(payments, eq(payments.id, checkoutLines.paymentId))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .where(isContractVisibleTo(userId))
  const rows = await database
    .select({ id: checkouts.id, payerName: selectFullName(users) })
    .from(checkouts)
    .innerJoin(users, eq(users.id, checkouts.payerId))
    .where(and(eq(checkouts.state, 'paid'), or(eq(checkouts.payerId, userId), inArray(checkouts.id, ofContracts))))
    .orderBy(desc(checkouts.finishedAt), checkouts.id)
    .limit(cardListRows)
  const found: PaidCheckout[] = []
  for (const { id, payerName } of rows) {
    const read = await readCheckoutOf(database, id)
    if (!read) continue
    const { checkout, payerId } = read
    const accounts = await readAccounts(database, isOfCheckout(id))
    const lines = await readPaidLines(database, id)
    found.push({
      uuid: id,
      method: checkout.method,
      amount: checkout.amount,
      receiptUrl: checkout.receiptUrl,
      payer: { id: payerId, name: payerName ?? '' },
      returnable: lines.reduce((sum, line) => sum + returnableOf(line, accounts), 0),
      contractNumbers: [...new Set(checkout.lines.map(({ contractNumber }) => contractNumber))],
      paidAt: checkout.finishedAt ?? checkout.createdAt,
      refunds: checkout.refunds,
    })
  }
  return found
}

/** What a refund of this sum would change. */
export async function previewRefund(
  database: Database,
  { checkoutId, amount, ...currentTime }: CurrentTime & { checkoutId: string; amount: number },
): Promise<RefundPreview> {
  await assertPaid(database, checkoutId)
  const accounts = await readAccounts(database, isOfCheckout(checkoutId))
  const { lines, rest, due } = await plan(database, { checkoutId, amount, accounts, ...currentTime })
  const named = new Map((await readLines(database, checkoutId)).map((line) => [line.paymentUuid, line]))
  return {
    lines: lines.map((line) => ({
      contractNumber: named.get(line.paymentId)?.contractNumber ?? '',
      paymentTitle: named.get(line.paymentId)?.paymentTitle ?? '',
      dueOn: due.get(line.paymentId)?.dueOn ?? '',
      amount: line.amount,
      due: due.get(line.paymentId)?.amount ?? 0,
    })),
    excess: rest,
  }
}

type Wish = CurrentTime & { checkoutId: string; amount: number; reason: string; requestedById: string }

/**
 * Stores a refund of the staff; a job sends it. What it takes of instalments counts as paid until the provider has made it.
 * Two at once are one after the other.
 */
export async function requestRefund(
  transaction: Database,
  { checkoutId, amount, reason, requestedById, now, timeZone }: Wish,
): Promise<Refund> {
  await assertPaid(transaction, checkoutId)
  const { checkout, readAccounts: readLocked } = await lockCheckout(transaction, checkoutId)
  const accounts = await readLocked()
  const { lines, rest, due } = await plan(transaction, { checkoutId, amount, accounts, now, timeZone })
  if (rest > 0) throwProblem('state-conflict', 'Less of the payment can be returned')
  const [row] = await transaction
    .insert(refunds)
    .values({ checkoutId, amount, reason: 'by-staff', createdAt: now })
    .returning({ id: refunds.id })
  if (!row) throw new Error('The refund was not stored')
  await transaction.insert(refundRequests).values({ refundId: row.id, requestedById, note: reason })
  await addRefundLines(transaction, row.id, lines)
  await enqueue(transaction, 'send-refunds')
  await notifyOfRefunds(transaction, [row.id], { stage: 'begun', due, now })
  await announceCheckout(transaction, checkoutId)
  const numbers = [...new Set([...accounts.values()].map(({ number }) => number))].join(', ')
  const detail = `${formatSum(amount)} ₽, ${numbers}`
  await audit(transaction, { at: now, action: 'payment.returned', subjectId: checkout.payerId, reason, detail })
  return {
    uuid: row.id,
    amount,
    reason: 'by-staff',
    state: 'pending',
    note: reason,
    receiptUrl: null,
    createdAt: now.toISOString(),
    finishedAt: null,
  }
}

type Clearing = { id: string; reason: string; clearedById: string; now: Date }

/** A person has cleared a difference up. */
export async function clearDifference(
  transaction: Database,
  { id, reason, clearedById, now }: Clearing,
): Promise<void> {
  const [row] = await transaction.select().from(paymentDifferences).where(eq(paymentDifferences.id, id)).for('update')
  if (!row) throwProblem('not-found', 'No such difference')
  if (row.clearedAt !== null) throwProblem('state-conflict', 'It is cleared up')
  await transaction
    .update(paymentDifferences)
    .set({ clearedAt: now, clearedById, note: reason })
    .where(eq(paymentDifferences.id, id))
  const detail = `${row.kind}, ${row.externalId}`
  await audit(transaction, { at: now, action: 'payment.cleared', subjectId: null, reason, detail })
}

async function assertPaid(database: Database, checkoutId: string): Promise<void> {
  const isIt = and(eq(checkouts.id, checkoutId), eq(checkouts.state, 'paid'))
  if ((await database.$count(checkouts, isIt)) === 0) throwProblem('not-found', 'No such payment')
}

/** Changes `accounts`. */
async function plan(
  database: Database,
  {
    checkoutId,
    amount,
    accounts,
    now,
    timeZone,
  }: CurrentTime & { checkoutId: string; amount: number; accounts: Map<string, ContractAccount> },
) {
  const { lines, rest } = takeFromLast(amount, await readPaidLines(database, checkoutId), accounts)
  const movement = { externalId: '', at: now, payerId: '', payerName: null, today: dayInZone(now, timeZone) }
  const { due } = planReturn(lines, accounts, movement)
  return { lines, rest, due }
}
