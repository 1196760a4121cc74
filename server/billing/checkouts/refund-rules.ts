import { type BookingPlan, createBookingPlan } from '#server/billing/ledger/booking-plan.ts'
import type { ContractAccount } from '#server/billing/ledger/ledger.ts'
import { firstPaymentDays, toPayOf } from '#server/enrolment/contracts/rules.ts'
import { addDays, type Day } from '#server/time/calendar-days.ts'
import { findLine, type LineAmount } from './rules.ts'

/** An instalment of a paid checkout. */
export type PaidLine = {
  paymentId: string
  /** Kopecks of it that the checkout has paid. */
  booked: number
  /** Kopecks of that which refunds have returned, or are returning. */
  taken: number
  /** Kopecks of the instalment that refunds of any checkout are returning, and that still count as paid. */
  underWay: number
}
type Accounts = ReadonlyMap<string, ContractAccount>

/** Kopecks of a line that can still be returned: others may have returned what the checkout has paid. */
export function returnableOf({ paymentId, booked, taken, underWay }: PaidLine, accounts: Accounts): number {
  return Math.max(0, Math.min(booked - taken, findLine(accounts, paymentId).line.paid - underWay))
}

/** Takes a sum from the lines, from the last one on. `rest` is what they do not have. */
export function takeFromLast(
  amount: number,
  lines: readonly PaidLine[],
  accounts: Accounts,
): { lines: LineAmount[]; rest: number } {
  let rest = amount
  const taken = lines.toReversed().map((line) => {
    const part = Math.min(rest, returnableOf(line, accounts))
    rest -= part
    return { paymentId: line.paymentId, amount: part }
  })
  return { lines: taken.filter((line) => line.amount > 0).reverse(), rest }
}

type Return = { externalId: string; at: Date; payerId: string; payerName: string | null }

/**
 * Kopecks that are to be paid again, and until when: the usual time is given, if the instalment was due before. One that was
 * overdue stays so.
 */
export type DueAgain = { amount: number; dueOn: Day }

/**
 * Plans the booking of returned money: of each line at most what is paid of it; `rest` is what is not. `due` has what is to
 * be paid again, by instalment: nothing of a frozen contract until it goes on. Changes `accounts`.
 */
export function planReturn(
  lines: readonly LineAmount[],
  accounts: Accounts,
  { today, ...movement }: Return & { today: Day },
): { plan: BookingPlan; rest: number; due: Map<string, DueAgain> } {
  const booking = createBookingPlan()
  let rest = 0
  const before = new Map(lines.map(({ paymentId }) => [paymentId, toPayOf(findLine(accounts, paymentId).line)]))
  for (const { paymentId, amount } of lines) {
    const { account, line } = findLine(accounts, paymentId)
    const part = Math.min(amount, line.paid)
    rest += amount - part
    if (part > 0) booking.move({ account, kind: 'ReturnDS', moves: [{ line, amount: part }], ...movement })
  }
  const plan = booking.finish()
  const statuses = new Map(plan.statuses.map(({ id, status }) => [id, status]))
  const due = new Map(
    lines.map(({ paymentId }) => {
      const { account, line } = findLine(accounts, paymentId)
      const toPay = toPayOf({ ...line, status: statuses.get(paymentId) ?? line.status })
      const toPayBefore = before.get(paymentId) ?? 0
      const amount = account.status === 'Frozen' ? 0 : Math.max(0, toPay - toPayBefore)
      const usual = addDays(today, firstPaymentDays)
      const isOverdue = toPayBefore > 0 && line.dueOn < today
      return [paymentId, { amount, dueOn: amount > 0 && !isOverdue && line.dueOn < usual ? usual : line.dueOn }]
    }),
  )
  return { plan, rest, due }
}
