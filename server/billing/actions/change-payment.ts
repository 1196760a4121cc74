import { eq, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ActionTerms } from '#contract/billing/contract-actions.ts'
import type { Locale, PaymentStatus } from '#contract/enumerations.ts'
import { bookReceipts, notifyCustomers } from '#server/billing/ledger/book-receipts.ts'
import { createBookingPlan } from '#server/billing/ledger/booking-plan.ts'
import type { ContractAccount, LedgerLine } from '#server/billing/ledger/ledger.ts'
import { formatSum } from '#server/billing/ledger/plan-receipts.ts'
import { giveUpOpen } from '#server/billing/terminations/ask-termination.ts'
import type { Database } from '#server/db/client.ts'
import { type ActionState, contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { concludeContracts } from '#server/enrolment/contracts/contract-status.ts'
import { paymentPage } from '#server/enrolment/contracts/payment-page.ts'
import { leftOf, toPayOf } from '#server/enrolment/contracts/rules.ts'
import { openPaidPayments } from '#server/enrolment/contracts/unsigned-payments.ts'
import { formatAmount, formatDay } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import { type CurrentTime, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'
import type { Actable } from './action-facts.ts'
import type { ActionNotice } from './action-notices.ts'
import type { Effect } from './change-contract.ts'
import { documentKey } from './rules.ts'

type Target = { contract: Actable; account: ContractAccount; line: LedgerLine }

const students = alias(users, 'students')

/** Sends the usual reminder once more, at most once a day. */
export async function remind(
  transaction: Database,
  { contract, line }: Target,
  { now, timeZone, paysOnline }: CurrentTime & { paysOnline: boolean },
): Promise<Effect> {
  const today = dayInZone(now, timeZone)
  const [found] = await transaction
    .select({ recipient: recipientColumns, student: students.firstName, studentId: contracts.studentId })
    .from(contracts)
    .innerJoin(users, eq(users.id, contracts.customerId))
    .innerJoin(students, eq(students.id, contracts.studentId))
    .where(eq(contracts.id, contract.id))
  if (found) {
    const path = paymentPage({ id: line.id, contractId: contract.id }, paysOnline)
    const about = { recipient: found.recipient, path, once: `${line.id} ${today}` }
    const student = found.studentId === found.recipient.id ? '' : found.student
    const sum = (language: Locale) => ({
      ...{ number: contract.number, student, amount: formatAmount(toPayOf(line), language) },
    })
    const isOverdue = line.dueOn < today
    await notifyUsers(transaction, now, [
      isOverdue
        ? {
            ...{ ...about, kind: 'payment-overdue' },
            values: (language) => ({ ...sum(language), since: formatDay(line.dueOn, language) }),
          }
        : {
            ...{ ...about, kind: 'payment-due' },
            values: (language) => ({ ...sum(language), until: formatDay(line.dueOn, language) }),
          },
    ])
  }
  return { state: { detail: `${formatSum(toPayOf(line))} ₽` }, notice: null }
}

export async function move(
  transaction: Database,
  { line }: Target,
  { dueOn }: Extract<ActionTerms, { action: 'move' }>,
): Promise<Effect> {
  await transaction.update(payments).set({ dueOn }).where(eq(payments.id, line.id))
  return {
    state: { detail: `${line.dueOn} → ${dueOn}`, dueOn: { before: line.dueOn, after: dueOn } },
    notice: { kind: 'payment-changed', what: 'moved', amount: leftOf(line), until: dueOn },
  }
}

/** The payment keeps a part of what is left; the rest is a payment of its own. Both sum up to what it was. */
export async function split(
  transaction: Database,
  { account, line }: Target,
  { amount, dueOn }: Extract<ActionTerms, { action: 'split' }>,
  now: Date,
): Promise<Effect> {
  const givenUp = await giveUpOpen(transaction, [line.id], now)
  const rest = leftOf(line) - amount
  const [stored] = await transaction
    .update(payments)
    .set({ amount: line.amount - rest })
    .where(eq(payments.id, line.id))
    .returning()
  const [last] = await transaction
    .select({ position: max(payments.position) })
    .from(payments)
    .where(eq(payments.contractId, account.id))
  const [added] = await transaction
    .insert(payments)
    .values({
      ...{ contractId: account.id, position: (last?.position ?? 0) + 1, title: stored?.title ?? '', kind: line.kind },
      ...{ dueOn, amount: rest, status: line.status === 'Error' ? 'Open' : line.status },
    })
    .returning({ id: payments.id })
  if (!added) throw new Error('The part was not stored')
  return {
    state: {
      detail: `${formatSum(amount)} ₽ + ${formatSum(rest)} ₽, ${dueOn}`,
      splitOff: { id: added.id, amount: rest },
    },
    notice: {
      ...{ kind: 'payment-changed', what: 'split', amount, until: line.dueOn },
      rest: { amount: rest, until: dueOn },
    },
    givenUp,
  }
}

/** Puts the parts together again. Nothing refers to the part that goes: `isUntouched` has made sure. */
export async function join(
  transaction: Database,
  { line }: Target,
  { id, amount }: NonNullable<ActionState['splitOff']>,
  now: Date,
): Promise<ActionNotice> {
  await giveUpOpen(transaction, [line.id], now)
  await transaction.delete(payments).where(eq(payments.id, id))
  await transaction
    .update(payments)
    .set({ amount: line.amount + amount })
    .where(eq(payments.id, line.id))
  return { kind: 'payment-changed', what: 'joined', amount: leftOf(line) + amount, until: line.dueOn }
}

/** Books money that came outside of the files and of online payments. The customer gets the message of a receipt. */
export async function markPaid(
  transaction: Database,
  { contract, account, line }: Target,
  { amount, paidOn, documentNumber }: Extract<ActionTerms, { action: 'mark-paid' }>,
  { entryId, ...currentTime }: CurrentTime & { entryId: string },
): Promise<Effect> {
  const { now, timeZone } = currentTime
  const givenUp = await giveUpOpen(transaction, [line.id], now)
  // Not in the future.
  const at = new Date(Math.min(zonedInstant(paidOn, '12:00', timeZone).getTime(), now.getTime()))
  const externalId = `outside/${documentKey({ paidOn, documentNumber })}/${entryId}`
  const before = line.status
  const booking = createBookingPlan()
  booking.move({
    ...{ account, kind: 'ReceivingDS', moves: [{ line, amount }], externalId, at },
    ...{ payerId: contract.customerId, payerName: contract.customer },
  })
  const plan = booking.finish()
  const booked = await bookReceipts(transaction, plan, now)
  await openPaidPayments(transaction, [account.id], currentTime)
  const concluded = await concludeContracts(transaction, plan.concluded, currentTime)
  await notifyCustomers(transaction, plan, { booked, now })
  return {
    state: {
      detail: `${documentNumber}, ${paidOn}, ${formatSum(amount)} ₽`,
      ...{ statuses: { [line.id]: before }, document: { paidOn, documentNumber } },
      booked: { externalId, amount, hasConcluded: concluded.length > 0 },
    },
    notice: null,
    givenUp,
  }
}

/** Operations stay: the booking is taken back by a return of the same payment. */
export async function unbook(
  transaction: Database,
  { contract, account, line }: Target,
  { booked: { externalId, amount }, before }: { booked: NonNullable<ActionState['booked']>; before: PaymentStatus },
  now: Date,
): Promise<ActionNotice> {
  const booking = createBookingPlan()
  booking.move({
    ...{ account, kind: 'ReturnDS', moves: [{ line, amount }], externalId: `${externalId}/undo`, at: now },
    ...{ payerId: contract.customerId, payerName: contract.customer },
  })
  await bookReceipts(transaction, booking.finish(), now)
  // A payment that was not asked for is not asked for again.
  const isOfEnding = account.status === 'OnTermination'
  if (line.paid === 0 && !isOfEnding) await setStatus(transaction, line, before)
  else if (isOfEnding && line.paid < line.amount) await setStatus(transaction, line, 'Open')
  return { kind: 'payment-unbooked', amount }
}

/** Marks a payment as one with an error, clears the mark, cancels a mistaken payment, or restores it. */
export async function changePaymentStatus(
  transaction: Database,
  { line }: Target,
  { to, now }: { to: PaymentStatus; now: Date },
): Promise<Effect> {
  const before = line.status
  const givenUp = to === 'Canceled' ? await giveUpOpen(transaction, [line.id], now) : 0
  await setStatus(transaction, line, to)
  const what =
    to === 'Canceled' ? 'canceled' : before === 'Canceled' ? 'restored' : to === 'Error' ? 'error' : 'error-cleared'
  return {
    state: { detail: `${formatSum(line.amount - line.paid)} ₽`, statuses: { [line.id]: before } },
    notice: { kind: 'payment-changed', what, amount: line.amount - line.paid, until: line.dueOn },
    givenUp,
  }
}

async function setStatus(transaction: Database, line: LedgerLine, status: PaymentStatus): Promise<void> {
  await transaction.update(payments).set({ status }).where(eq(payments.id, line.id))
}

/** Whether nothing refers to a payment, so that it can go. */
export async function isUnused(database: Database, paymentId: string): Promise<boolean> {
  const { rows } = await database.execute<{ isUsed: boolean }>(sql`
    select exists (select from operations where payment_id = ${paymentId})
      or exists (select from checkout_lines where payment_id = ${paymentId})
      or exists (select from refund_lines where payment_id = ${paymentId})
      or exists (select from autopay_charges where payment_id = ${paymentId})
      or exists (select from bill_lines where payment_id = ${paymentId}) as "isUsed"
  `)
  return rows[0]?.isUsed === false
}
