import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ActionTerms } from '#contract/billing/contract-actions.ts'
import type { Locale, PaymentStatus } from '#contract/enumerations.ts'
import { bookReceipts, notifyCustomers } from '#server/billing/ledger/book-receipts.ts'
import { createBookingPlan } from '#server/billing/ledger/booking-plan.ts'
import { splitPayment } from '#server/billing/ledger/keep-owed.ts'
import type { ContractAccount, LedgerLine } from '#server/billing/ledger/ledger.ts'
import { formatSum } from '#server/billing/ledger/plan-receipts.ts'
import { giveUpOpen } from '#server/billing/terminations/ask-termination.ts'
import type { Database } from '#server/db/client.ts'
import { type ActionState, contractActionEntries, contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { concludeContracts } from '#server/enrolment/contracts/contract-status.ts'
import { paymentPage } from '#server/enrolment/contracts/payment-page.ts'
import { isSignable, leftOf, toPayOf } from '#server/enrolment/contracts/rules.ts'
import { openPaidPayments } from '#server/enrolment/contracts/unsigned-payments.ts'
import { formatAmount, formatDay } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import { outsideOperationId } from '#server/payment-details/payment-number.ts'
import { type CurrentTime, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'
import { type Actable, findFreeze } from './action-facts.ts'
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
      number: contract.number,
      student,
      amount: formatAmount(toPayOf(line), language),
    })
    const isOverdue = line.dueOn < today
    await notifyUsers(transaction, now, [
      isOverdue
        ? {
            ...about,
            kind: 'payment-overdue',
            values: (language) => ({ ...sum(language), since: formatDay(line.dueOn, language) }),
          }
        : {
            ...about,
            kind: 'payment-due',
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
  { line }: Target,
  { amount, dueOn }: Extract<ActionTerms, { action: 'split' }>,
  now: Date,
): Promise<Effect> {
  const givenUp = await giveUpOpen(transaction, [line.id], now)
  const rest = leftOf(line) - amount
  const part = { amount: rest, status: line.status === 'Error' ? ('Open' as const) : line.status, dueOn }
  const { id } = await splitPayment(transaction, line.id, part)
  return {
    state: {
      detail: `${formatSum(amount)} ₽ + ${formatSum(rest)} ₽, ${dueOn}`,
      splitOff: { id, ...part },
    },
    notice: {
      kind: 'payment-changed',
      what: 'split',
      amount,
      until: line.dueOn,
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
  const externalId = outsideOperationId(documentKey({ paidOn, documentNumber }), entryId)
  const before = await lastingStatus(transaction, { contract, account, line })
  const booking = createBookingPlan()
  booking.move({
    account,
    kind: 'ReceivingDS',
    moves: [{ line, amount }],
    externalId,
    at,
    ...payerOf(contract, line),
  })
  const plan = booking.finish()
  const booked = await bookReceipts(transaction, plan, now)
  await openPaidPayments(transaction, [account.id], currentTime)
  const concluded = await concludeContracts(transaction, plan.concluded, currentTime)
  await notifyCustomers(transaction, plan, { booked, now })
  return {
    state: {
      detail: `${documentNumber}, ${paidOn}, ${formatSum(amount)} ₽`,
      statuses: { [line.id]: before },
      document: { paidOn, documentNumber },
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
    account,
    kind: 'ReturnDS',
    moves: [{ line, amount }],
    externalId: `${externalId}/undo`,
    at: now,
    ...payerOf(contract, line),
    isMistake: true,
  })
  await bookReceipts(transaction, booking.finish(), now)
  // What is owed of a termination that is being settled is decided with the booking.
  if (line.status !== 'Canceled' && contract.terminationState !== 'returning')
    await restoreStatus(transaction, { contract, account, line }, before)
  return { kind: 'payment-unbooked', amount }
}

/** Money of a bank or a fund is not the customer's: he deducts none of it. */
function payerOf({ customerId, customer }: Actable, { kind }: LedgerLine) {
  return isSlow(kind) ? { payerId: null, payerName: null } : { payerId: customerId, payerName: customer }
}

/** Marks a payment as one with an error, clears the mark, or cancels a mistaken payment. */
export async function changePaymentStatus(
  transaction: Database,
  { contract, account, line }: Target,
  { to, now }: { to: 'Error' | 'Open' | 'Canceled'; now: Date },
): Promise<Effect> {
  const before = await lastingStatus(transaction, { contract, account, line })
  const givenUp = to === 'Canceled' ? await giveUpOpen(transaction, [line.id], now) : 0
  await setStatus(transaction, line, to)
  const what = ({ Canceled: 'canceled', Error: 'error', Open: 'error-cleared' } as const)[to]
  return {
    state: { detail: `${formatSum(line.amount - line.paid)} ₽`, statuses: { [line.id]: before } },
    notice: { kind: 'payment-changed', what, amount: line.amount - line.paid, until: line.dueOn },
    givenUp,
  }
}

/** Restores a payment that was cancelled. */
export async function restorePayment(
  transaction: Database,
  target: Target,
  before: PaymentStatus,
): Promise<ActionNotice> {
  const { line } = target
  await restoreStatus(transaction, target, before)
  return { kind: 'payment-changed', what: 'restored', amount: line.amount - line.paid, until: line.dueOn }
}

/** The status without a freeze, and with the signature that is waited for: what it is once both are over. */
async function lastingStatus(transaction: Database, { contract, account, line }: Target): Promise<PaymentStatus> {
  if (line.status !== 'DeferredPayment' || isSlow(line.kind)) return line.status
  if (account.status === 'Frozen') {
    const freeze = await findFreeze(transaction, contract.id)
    return freeze ? (freeze.state.statuses?.[line.id] ?? line.status) : 'Open'
  }
  return contract.needsSignatures && !contract.isSignedByCode && isSignable(account.status) ? 'Open' : line.status
}

/**
 * Gives a payment that is owed again its lasting status, as far as the contract asks for it now: in a freeze, and until a
 * termination is settled, it is deferred, and gets that status with the others. `deferUnsignedPayments` does the rest.
 */
async function restoreStatus(
  transaction: Database,
  { contract, account, line }: Target,
  lasting: PaymentStatus,
): Promise<void> {
  if (line.paid >= line.amount) return
  const status = isSlow(line.kind) ? 'DeferredPayment' : lasting === 'Error' && line.paid > 0 ? 'Open' : lasting
  const isAsked = contract.terminationState === 'asked' && account.status === 'OnTermination'
  const isFrozen = account.status === 'Frozen'
  if (!isFrozen && (status === 'DeferredPayment' || !isAsked)) return setStatus(transaction, line, status)
  await setStatus(transaction, line, 'DeferredPayment')
  const added = sql`${JSON.stringify({ [line.id]: status })}::jsonb`
  if (isAsked && contract.terminationId !== null)
    await transaction
      .update(terminations)
      .set({ deferred: sql`${terminations.deferred} || ${added}` })
      .where(eq(terminations.id, contract.terminationId))
  if (isAsked) return
  const freeze = await findFreeze(transaction, contract.id)
  if (!freeze) {
    // The freeze is of the school's system. The booking of the return may have marked what was deferred before.
    const opensAfterFreeze = status !== 'DeferredPayment'
    await transaction.update(payments).set({ opensAfterFreeze }).where(eq(payments.id, line.id))
    return
  }
  // The booking of the return may have noted the payment as an open one. What was deferred before is not of the freeze.
  const { [line.id]: _, ...others } = freeze.state.statuses ?? {}
  const statuses = status === 'DeferredPayment' ? others : { ...others, [line.id]: status }
  await transaction
    .update(contractActionEntries)
    .set({ state: { ...freeze.state, statuses } })
    .where(eq(contractActionEntries.id, freeze.id))
}

function isSlow(kind: LedgerLine['kind']): boolean {
  return kind === 'bank' || kind === 'fund'
}

/** Also the day of before, which a return in a freeze has moved. */
async function setStatus(transaction: Database, line: LedgerLine, status: PaymentStatus): Promise<void> {
  await transaction.update(payments).set({ status, dueOn: line.dueOn }).where(eq(payments.id, line.id))
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
