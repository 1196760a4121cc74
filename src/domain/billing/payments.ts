import type { Checkout, CheckoutSummary } from '#contract/billing/checkouts.ts'
import type { CardCharge, Contract, Payment } from '#contract/enrolment/contracts.ts'
import { maxCheckoutLines } from '#contract/limits.ts'
import { isOfCustomer } from './contract-signing.ts'

/** An expected payment and its contract. Amounts are kopecks, days YYYY-MM-DD. */
export type DuePayment = { contract: Contract; payment: Payment; left: number; isOverdue: boolean }

/** An expected payment that a card is going to pay. */
export type ChargedPayment = DuePayment & { charge: CardCharge }

/** Payments with their sum, the earliest first. */
export type PaymentGroup = { payments: DuePayment[]; sum: number; count: number }

export type PaymentSummary = {
  /** May be empty. */
  overdue: PaymentGroup
  /** All payments of the next day on which one is due; null without one. */
  next: (PaymentGroup & { day: string }) | null
  /** Payments that a card is going to pay: there is nothing to do, so they are in neither of the two. */
  charged: ChargedPayment[]
  /** Those of them that the card has refused: it is charged again, unless the person pays before. */
  refused: ChargedPayment[]
  /** Unpaid amount of all contracts, due or not. */
  left: number
}

/** Whether the customer is to pay something of it, by hand or by card. */
export function isExpected({ toPay }: Payment): boolean {
  return toPay > 0
}

export function isPaymentOverdue(payment: Payment, today: string): boolean {
  return isExpected(payment) && payment.dueOn < today
}

/**
 * The contracts without those whose money another legal entity takes, by its bill only, and those that the person sees and
 * may not pay.
 */
export function payableOnline(
  contracts: readonly Contract[],
  { byBillOnly = [], notPayable = [] }: NotPaidOnline = {},
): readonly Contract[] {
  return contracts.filter(({ uuid }) => !byBillOnly.includes(uuid) && !notPayable.includes(uuid))
}

/** Ids of contracts. */
export type NotPaidOnline = { byBillOnly?: string[] | undefined; notPayable?: string[] | undefined }

/** All expected payments, the earliest first. */
export function duePayments(contracts: readonly Contract[], today: string): DuePayment[] {
  const due = contracts.flatMap((contract) =>
    contract.payments.filter(isExpected).map((payment) => ({
      contract,
      payment,
      left: payment.toPay,
      isOverdue: isPaymentOverdue(payment, today),
    })),
  )
  return due.sort(({ payment: one }, { payment: other }) => compareDue(one, other))
}

function compareDue({ dueOn: one }: Payment, { dueOn: other }: Payment): number {
  // ISO days compare as strings; `localeCompare` is too slow for thousands of contracts.
  return one < other ? -1 : +(one > other)
}

export function paymentSummaryOf(contracts: readonly Contract[], today: string): PaymentSummary {
  const all = duePayments(contracts, today)
  const due = all.filter(({ payment }) => payment.charge === null)
  const overdue = due.filter((payment) => payment.isOverdue)
  const day = due[overdue.length]?.payment.dueOn
  const next = due.filter(({ payment }) => payment.dueOn === day)
  const charged = all
    .flatMap((one) => (one.payment.charge === null ? [] : [{ ...one, charge: one.payment.charge }]))
    .sort(({ charge: one }, { charge: other }) => (one.on < other.on ? -1 : +(one.on > other.on)))
  return {
    overdue: groupOf(overdue),
    next: day === undefined ? null : { day, ...groupOf(next) },
    charged,
    refused: charged.filter(({ charge }) => charge.isRepeated),
    left: leftToPayOf(contracts),
  }
}

/** What stands for these contracts in one line: the debt, else what is due next, else what a card pays next. */
type SoonestDue = { kind: 'overdue' | 'next' | 'charged'; sum: number; day: string }

/** Null if nothing is to be paid. `day` is the first one. */
export function soonestDueOf(contracts: readonly Contract[], today: string): SoonestDue | null {
  const { overdue, next, charged } = paymentSummaryOf(contracts, today)
  const [debt] = overdue.payments
  if (debt) return { kind: 'overdue', sum: overdue.sum, day: debt.payment.dueOn }
  if (next) return { kind: 'next', sum: next.sum, day: next.day }
  const [first] = charged
  return first ? { kind: 'charged', sum: first.left, day: first.charge.on } : null
}

/** Payments that are paid together at one press. `now`: the overdue ones, without one those of the next day. */
export type PaymentPreset = PaymentGroup & { kind: 'now' | 'month' | 'all' }

/** What can be paid at one press, the least first: each is more than the one before it. */
export function paymentPresetsOf(contracts: readonly Contract[], today: string): PaymentPreset[] {
  const due = duePayments(contracts, today)
  const { overdue, next } = paymentSummaryOf(contracts, today)
  const now = overdue.count > 0 ? overdue : groupOf(next?.payments ?? [])
  // Days are compared as strings: no month has a 99th.
  const month = groupOf(
    due.filter(({ payment }) => payment.charge === null && payment.dueOn <= `${today.slice(0, 7)}-99`),
  )
  const presets: PaymentPreset[] = [
    { kind: 'now', ...now },
    { kind: 'month', ...month },
    { kind: 'all', ...groupOf(due) },
  ]
  const fitting = presets.filter(({ count }) => count > 0 && count <= maxCheckoutLines)
  return fitting.filter(({ count }, index) => index === 0 || count > (fitting[index - 1]?.count ?? 0))
}

/** The payments of these ids that are still expected, the earliest first. */
export function selectDuePayments(due: readonly DuePayment[], paymentUuids: readonly string[]): PaymentGroup {
  return groupOf(due.filter(({ payment }) => paymentUuids.includes(payment.uuid)))
}

/** The day on which all of the payments are due; null if they differ. */
export function sharedDayOf(payments: readonly DuePayment[]): string | null {
  const [day, ...others] = new Set(payments.map(({ payment }) => payment.dueOn))
  return day !== undefined && others.length === 0 ? day : null
}

/** Whether an online payment waits for the payer or the bank. */
export function isUnderWay({ state }: Pick<CheckoutSummary, 'state'>): boolean {
  return state === 'started' || state === 'pending'
}

/** The contract whose instalments an online payment pays; null if there are several, or it is not among these. */
export function contractOfCheckout(
  { paymentUuids }: Pick<CheckoutSummary, 'paymentUuids'>,
  contracts: readonly Contract[],
): Contract | null {
  const own = contracts.find(({ payments }) => payments.some(({ uuid }) => paymentUuids[0] === uuid))
  return own && paymentUuids.every((id) => own.payments.some(({ uuid }) => uuid === id)) ? own : null
}

/** The lines of an online payment in the order in which `duePayments` has listed them. */
export function checkoutLinesByDue({ lines }: Checkout, contracts: readonly Contract[]): Checkout['lines'] {
  const payments = contracts.flatMap((contract) => contract.payments).sort(compareDue)
  const positions = new Map(payments.map(({ uuid }, position) => [uuid, position]))
  const positionOf = ({ paymentUuid }: Checkout['lines'][number]) => positions.get(paymentUuid) ?? payments.length
  return lines.toSorted((one, other) => positionOf(one) - positionOf(other))
}

/** Milliseconds after an online payment within which its fiscal receipt usually comes. */
const receiptComesMs = 15 * 60_000

/** Whether the fiscal receipt of an online payment is still to come. `now` in milliseconds. */
export function isReceiptExpected({ state, receiptUrl, finishedAt }: Checkout, now: number): boolean {
  return state === 'paid' && receiptUrl === null && finishedAt !== null && now - Date.parse(finishedAt) < receiptComesMs
}

/** Whether all the money of an online payment goes back to the payer. */
export function isGivenBack({ amount, refunds }: Checkout): boolean {
  return refunds.length > 0 && refunds.reduce((sum, refund) => sum + refund.amount, 0) >= amount
}

/** Sum of the payments expected in a month; `month` is its first day. */
type PlannedMonth = { month: string; sum: number }

export type PaymentPlan = {
  months: PlannedMonth[]
  /** What is due after those months. */
  later: number
  /** What a bank or a fund pays. */
  byOthers: number
  /** The unpaid amount of suspended contracts: nothing is owed until the studies continue. */
  suspended: number
  /** What is left and neither due nor of the two kinds above. */
  deferred: number
}

/** The payments that are not overdue by month, at most `limit` of them; with debts the sums make up the whole. */
export function paymentPlanOf(contracts: readonly Contract[], today: string, limit: number): PaymentPlan {
  const due = duePayments(contracts, today)
  const byMonth = Map.groupBy(
    due.filter((payment) => !payment.isOverdue),
    ({ payment }) => `${payment.dueOn.slice(0, 7)}-01`,
  )
  const months = [...byMonth].map(([month, payments]) => ({ month, sum: groupOf(payments).sum }))
  const suspended = suspendedAmountOf(contracts)
  const byOthers = notDueAmountOf(
    contracts.filter((contract) => !isSuspended(contract) && !isTerminationAsked(contract)),
    ({ kind }) => !isOfCustomer(kind),
  )
  const left = leftToPayOf(contracts)
  return {
    months: months.slice(0, limit),
    later: months.slice(limit).reduce((sum, month) => sum + month.sum, 0),
    byOthers,
    suspended,
    deferred: Math.max(0, left - groupOf(due).sum - byOthers - suspended),
  }
}

/** What is left to pay, due or not: until the last day of a terminated contract what its lessons still cost. */
function leftToPayOf(contracts: readonly Contract[]): number {
  return contracts.reduce(
    (sum, contract) => sum + (isTerminationAsked(contract) ? (contract.termination?.due ?? 0) : contract.debt),
    0,
  )
}

/** The sums are agreed to and the last day is ahead: nothing is asked for. */
export function isTerminationAsked({ termination }: Pick<Contract, 'termination'>): boolean {
  return termination?.state === 'asked'
}

/** The contract has a termination whose money is not settled. */
export function isTerminating({ termination }: Pick<Contract, 'termination'>): boolean {
  return termination !== undefined && termination.state !== 'settled'
}

/** Kopecks that the school transfers, or will transfer after the last day, to an account. */
export function accountSumOf({ state, bank, toTransfer }: NonNullable<Contract['termination']>): number {
  return state === 'asked' ? bank : toTransfer
}

/** The studies have stopped for a while: nothing is owed until they continue. */
export function isSuspended({ status }: Pick<Contract, 'status'>): boolean {
  return status === 'Frozen'
}

/** The unpaid amount of suspended contracts. */
export function suspendedAmountOf(contracts: readonly Contract[]): number {
  return notDueAmountOf(contracts.filter(isSuspended), () => true)
}

/** The unpaid amount of the payments that the user is not expected to make and that are not cancelled. */
function notDueAmountOf(contracts: readonly Contract[], isCounted: (payment: Payment) => boolean): number {
  return contracts
    .flatMap(({ payments }) => payments)
    .filter((payment) => !isExpected(payment) && isCounted(payment))
    .reduce((sum, { left }) => sum + left, 0)
}

/** What payments cost together: every sum to pay comes from here. */
export function groupOf(payments: readonly DuePayment[]): PaymentGroup {
  return { payments: [...payments], sum: payments.reduce((sum, { left }) => sum + left, 0), count: payments.length }
}
