import type { Contract, Payment } from '#contract/contracts.ts'

/** An expected payment and its contract. Amounts are kopecks, days YYYY-MM-DD. */
export type DuePayment = { contract: Contract; payment: Payment; left: number; isOverdue: boolean }

export type PaymentSummary = {
  /** The next payment; overdue ones come first. */
  next: DuePayment | null
  /** Overdue amount. */
  overdue: { sum: number; count: number }
  /** Unpaid amount of all contracts, due or not. */
  left: number
}

export type PaymentsToShow = {
  /** Overdue payments, the oldest first, then the next ones, limited to the room. */
  shown: DuePayment[]
  /** How many more payments are overdue. */
  hidden: number
}

/** Whether the user has to pay: false for deferred, cancelled and unknown statuses. */
export function isExpected(payment: Payment): boolean {
  return (payment.status === 'Open' || payment.status === 'Error') && unpaidAmountOf(payment) > 0
}

export function unpaidAmountOf({ amount, paid }: Payment): number {
  return Math.max(0, amount - paid)
}

export function isOverdue(payment: Payment, today: string): boolean {
  return isExpected(payment) && payment.dueOn < today
}

/** All expected payments, the earliest first. */
export function duePayments(contracts: readonly Contract[], today: string): DuePayment[] {
  const due = contracts.flatMap((contract) =>
    contract.payments.filter(isExpected).map((payment) => ({
      contract,
      payment,
      left: unpaidAmountOf(payment),
      isOverdue: isOverdue(payment, today),
    })),
  )
  // ISO days compare as strings; `localeCompare` is too slow for thousands of contracts.
  return due.sort(({ payment: { dueOn: one } }, { payment: { dueOn: other } }) => (one < other ? -1 : +(one > other)))
}

export function paymentSummaryOf(contracts: readonly Contract[], today: string): PaymentSummary {
  const due = duePayments(contracts, today)
  const overdue = due.filter((payment) => payment.isOverdue)
  return {
    next: due[0] ?? null,
    overdue: { sum: overdue.reduce((sum, { left }) => sum + left, 0), count: overdue.length },
    left: contracts.reduce((sum, { debt }) => sum + debt, 0),
  }
}

/** At most `room` payments; the next payment is always included. */
export function paymentsToShow(contracts: readonly Contract[], today: string, room = 3): PaymentsToShow {
  const due = duePayments(contracts, today)
  const overdue = due.filter((payment) => payment.isOverdue)
  const next = due.slice(overdue.length, overdue.length + 1)
  const fitting = overdue.slice(0, room - next.length)
  return { shown: [...fitting, ...next], hidden: overdue.length - fitting.length }
}
