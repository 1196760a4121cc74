import { and, asc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { addRefundLines } from '#server/billing/checkouts/book-refund.ts'
import { announceCheckout, notifyOfRefunds } from '#server/billing/checkouts/checkout-notices.ts'
import { sumOf } from '#server/billing/checkouts/rules.ts'
import { bookReceipts } from '#server/billing/ledger/book-receipts.ts'
import { createBookingPlan } from '#server/billing/ledger/booking-plan.ts'
import { splitPayment } from '#server/billing/ledger/keep-owed.ts'
import { allocateReceipt, type ContractAccount, isEnding } from '#server/billing/ledger/ledger.ts'
import { lockAccounts } from '#server/billing/ledger/stored-accounts.ts'
import type { Database } from '#server/db/client.ts'
import { refunds } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { concludeContracts } from '#server/enrolment/contracts/contract-status.ts'
import { firstPaymentDays, isPayable } from '#server/enrolment/contracts/rules.ts'
import { openPaidPayments } from '#server/enrolment/contracts/unsigned-payments.ts'
import { lockGroups, offerPlaceToNext } from '#server/enrolment/groups/places.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { audit } from '#server/security/audit-log.ts'
import { addDays, type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { changeStatus, endAsked } from './ask-termination.ts'
import { accountOf, leftToPay, planOnlineRefunds } from './plan-termination.ts'
import { heldOf, type Parts, planRest, returnableOnline, splitReturn, takeFree } from './rules.ts'
import { findOnlinePayments, findTerminable, findUnderWay, type Terminable } from './terminable-contract.ts'
import { notifyOfTermination } from './termination-notices.ts'

type Row = typeof terminations.$inferSelect

/** Terminations whose last day is over, and those that the system of the school has ended by changing the contract. */
export async function findDueTerminations(database: Database, { now, timeZone }: CurrentTime): Promise<string[]> {
  const due = await database
    .select({ id: terminations.id })
    .from(terminations)
    .innerJoin(contracts, eq(contracts.id, terminations.contractId))
    .where(
      and(
        eq(terminations.state, 'asked'),
        or(lt(terminations.lastDay, dayInZone(now, timeZone)), ne(contracts.status, 'OnTermination')),
      ),
    )
    .orderBy(asc(terminations.lastDay), asc(terminations.askedAt))
  return due.map(({ id }) => id)
}

/**
 * Settles a termination on the day after its last one: the place goes on, what is not owed is cancelled, and the money that
 * is there by then beyond the price of the lessons is moved, refunded or left to the office. The group is locked first, as
 * in a purchase.
 */
export function createCarryOut({ returnsOnline }: { returnsOnline: boolean }) {
  return async (transaction: Database, id: string, currentTime: CurrentTime): Promise<void> => {
    const { now, timeZone } = currentTime
    const [known] = await transaction.select().from(terminations).where(eq(terminations.id, id))
    if (!known) return
    const contract = await findTerminable(transaction, known.contractId)
    if (contract.groupId) await lockGroups(transaction, [contract.groupId])
    const involved = [contract.id, known.moveToId ?? contract.id]
    const accounts = await lockAccounts(transaction, inArray(sql`id`, involved))
    const [row] = await transaction
      .select()
      .from(terminations)
      .where(and(eq(terminations.id, id), eq(terminations.state, 'asked')))
      .for('update')
    if (!row) return
    const account = accountOf(accounts, contract.id)
    // The system of the school has changed the contract meanwhile: it decides.
    if (account.status !== 'OnTermination') return endByOthers(transaction, { row, contract }, account, currentTime)
    const target = row.moveToId === null ? null : accountOf(accounts, row.moveToId)
    const underWay = await findUnderWay(transaction, contract.id)
    const parts = splitReturn(
      { paid: heldOf(account.lines, underWay), given: row.given },
      {
        online: returnsOnline
          ? returnableOnline(await findOnlinePayments(transaction, account), { lines: account.lines, underWay })
          : 0,
        target: target === null ? 0 : leftToPay(target),
      },
    )
    const rest = planRest(account.lines, parts.due)
    if (rest.missing > 0) {
      // What a refund is returning is owed as soon as it is booked.
      if (underWay.size > 0) return
      throw new Error('The instalments hold less than is owed')
    }
    await cancelRest(transaction, rest, addDays(dayInZone(now, timeZone), firstPaymentDays))
    const refundLines = await refundOnline(transaction, account, parts, now)
    if (target && parts.moved > 0) {
      const busy = new Map(underWay)
      for (const { paymentId, amount } of refundLines) busy.set(paymentId, (busy.get(paymentId) ?? 0) + amount)
      await moveMoney(transaction, { row, account, target, amount: parts.moved, underWay: busy }, currentTime)
    }
    await transaction
      .update(terminations)
      .set({ ...parts, state: 'returning', ...(parts.bank === 0 && { bankDetails: null, accountAskedAt: null }) })
      .where(eq(terminations.id, id))
    if (contract.groupId) await offerPlaceToNext(transaction, contract.groupId, currentTime)
    await finishTermination(transaction, id, currentTime)
  }
}

async function endByOthers(
  transaction: Database,
  asked: { row: Row; contract: Terminable },
  { status }: ContractAccount,
  currentTime: CurrentTime,
): Promise<void> {
  const { row, contract } = asked
  if (status === 'Termination')
    // What was agreed to did not happen: nothing is known of what was returned.
    await transaction
      .update(terminations)
      .set({ ...nothingReturned, state: 'settled', endedAt: currentTime.now, bankDetails: null })
      .where(eq(terminations.id, row.id))
  else await endAsked(transaction, asked, currentTime)
  await announceEndByOthers(transaction, { row, contract }, status, currentTime.now)
}

const nothingReturned: Parts = { toReturn: 0, due: 0, online: 0, bank: 0, moved: 0 }

/** The system of the school has terminated the contract itself, or keeps it. */
async function announceEndByOthers(
  transaction: Database,
  { row, contract }: { row: Row; contract: Terminable },
  status: ContractAccount['status'],
  now: Date,
): Promise<void> {
  const isOver = status === 'Termination'
  await audit(transaction, {
    at: now,
    action: isOver ? 'contract.termination-settled' : 'contract.termination-withdrawn',
    subjectId: contract.customerId,
    detail: `${contract.number}, ${status}`,
  })
  const stored = { ...row, ...nothingReturned }
  if (isOver) await notifyOfTermination(transaction, stored, { kind: 'contract-terminated', why: '', now })
  else if (status === 'Concluded')
    await notifyOfTermination(transaction, stored, { kind: 'termination-withdrawn', why: '', now })
}

/** Instalments are cancelled, but for what is unpaid of the lessons: that is due soon. The plan still sums up to the total. */
async function cancelRest(
  transaction: Database,
  { owed, canceled }: ReturnType<typeof planRest>,
  dueOn: string,
): Promise<void> {
  for (const { line, amount } of owed) {
    const over = line.amount - line.paid - amount
    line.amount -= over
    line.status = 'Open'
    await transaction.update(payments).set({ status: 'Open', dueOn }).where(eq(payments.id, line.id))
    if (over > 0) await splitPayment(transaction, line.id, { amount: over, status: 'Canceled', dueOn: line.dueOn })
  }
  for (const line of canceled) line.status = 'Canceled'
  if (canceled.length > 0)
    await transaction
      .update(payments)
      .set({ status: 'Canceled' })
      .where(
        inArray(
          payments.id,
          canceled.map(({ id }) => id),
        ),
      )
}

/** Stores the refunds, which a job sends; until they are made their money counts as paid. */
async function refundOnline(transaction: Database, account: ContractAccount, { online }: Parts, now: Date) {
  const taken = await planOnlineRefunds(transaction, account, online)
  const ids: string[] = []
  for (const { checkoutId, lines } of taken) {
    const [refund] = await transaction
      .insert(refunds)
      .values({ checkoutId, amount: sumOf(lines), reason: 'termination', createdAt: now })
      .returning({ id: refunds.id })
    if (!refund) throw new Error('The refund was not stored')
    await addRefundLines(transaction, refund.id, lines)
    await announceCheckout(transaction, checkoutId)
    ids.push(refund.id)
  }
  if (ids.length > 0) {
    await enqueue(transaction, 'send-refunds')
    await notifyOfRefunds(transaction, ids, { stage: 'begun', now })
  }
  return taken.flatMap(({ lines }) => lines)
}

type Move = {
  row: Row
  account: ContractAccount
  target: ContractAccount
  amount: number
  underWay: ReadonlyMap<string, number>
}

async function moveMoney(
  transaction: Database,
  { row, account, target, amount, underWay }: Move,
  { now, timeZone }: CurrentTime,
): Promise<void> {
  const arriving = allocateReceipt(target.lines.filter(isPayable), amount)
  if (!arriving) throw new Error('The other contract takes less than is moved')
  const movement = { externalId: `termination/${row.id}`, at: now, payerId: null, payerName: null }
  const booking = createBookingPlan()
  const leaving = takeFree(account.lines, amount, underWay)
  booking.move({ account, kind: 'ReturnTransferDS', moves: leaving, ...movement })
  booking.move({ account: target, kind: 'ReceivingTransferDS', moves: arriving, ...movement })
  const plan = booking.finish()
  await bookReceipts(transaction, plan, now)
  await openPaidPayments(transaction, [target.id], { now, timeZone })
  await concludeContracts(transaction, plan.concluded, { now, timeZone })
}

/** Terminations of which no refund is under way, and nothing is left to return or to pay; and those of contracts in force. */
export async function findFinishedTerminations(database: Database): Promise<string[]> {
  const { rows } = await database.execute<{ id: string }>(sql`
    select id from terminations where state = 'returning' and (${isFinished} or exists (
      select from contracts where contracts.id = contract_id and contracts.status not in ('OnTermination', 'Termination')
    )) order by asked_at
  `)
  return rows.map(({ id }) => id)
}

/** The system of the school has put the contract in force again while the money was being returned. */
async function keepContract(transaction: Database, id: string, { status }: ContractAccount, now: Date): Promise<void> {
  const [row] = await transaction
    .update(terminations)
    .set({ state: 'withdrawn', endedAt: now, bankDetails: null })
    .where(and(eq(terminations.id, id), eq(terminations.state, 'returning')))
    .returning()
  if (!row) return
  const contract = await findTerminable(transaction, row.contractId)
  await announceEndByOthers(transaction, { row, contract }, status, now)
}

/** Condition on `terminations`. */
const isFinished = sql`
  (select coalesce(sum(paid), 0) from payment_balances where payment_balances.contract_id = terminations.contract_id) <= given
  and not exists (
    select from payments join payment_balances on payment_id = payments.id
    where payments.contract_id = terminations.contract_id and payments.status <> 'Canceled' and paid < amount
  )
  and not exists (
    select from refund_lines join refunds on refunds.id = refund_id join payments on payments.id = payment_id
    where payments.contract_id = terminations.contract_id and refunds.state = 'pending'
  )`

/** The contract is terminated once nothing is left to return or to pay. Safe to repeat. */
export async function finishTermination(transaction: Database, id: string, { now }: CurrentTime): Promise<void> {
  const [known] = await transaction
    .select({ contractId: terminations.contractId })
    .from(terminations)
    .where(eq(terminations.id, id))
  if (!known) return
  const accounts = await lockAccounts(transaction, eq(sql`id`, known.contractId))
  const account = accountOf(accounts, known.contractId)
  if (!isEnding(account)) return keepContract(transaction, id, account, now)
  const [row] = await transaction
    .update(terminations)
    .set({ state: 'settled', endedAt: now, bankDetails: null })
    .where(and(eq(terminations.id, id), eq(terminations.state, 'returning'), isFinished))
    .returning()
  if (!row) return
  // The system of the school may have ended it already.
  if (account.status !== 'OnTermination') return
  await changeStatus(transaction, row.contractId, 'Termination', now)
  await notifyOfTermination(transaction, row, { kind: 'contract-terminated', why: '', now })
}
