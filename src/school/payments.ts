import type { Contract, Payment } from '#contract/contracts.ts'

/** A payment that the person is expected to make, of the contract it belongs to. Sums are kopecks, days YYYY-MM-DD. */
export type DuePayment = { contract: Contract; payment: Payment; left: number; isOverdue: boolean }

export type PaymentSummary = {
  /** What must be paid next; what is overdue comes first. */
  next: DuePayment | null
  /** What people call a debt: only what should have been paid by now. */
  overdue: { sum: number; count: number }
  /** What is still to be paid of all contracts, due or not yet due. */
  left: number
}

export type ToPay = {
  /** What is overdue, the oldest first, and after it what must be paid next, as far as there is room. */
  shown: DuePayment[]
  /** How many more payments are overdue. */
  hidden: number
}

/** Expected from the person: a deferred or cancelled one is not, nor one of a status that nobody knows. */
export function isExpected(payment: Payment): boolean {
  return (payment.status === 'Open' || payment.status === 'Error') && leftOf(payment) > 0
}

export function leftOf({ amount, paid }: Payment): number {
  return Math.max(0, amount - paid)
}

export function isOverdue(payment: Payment, today: string): boolean {
  return isExpected(payment) && payment.dueOn < today
}

/** All that is expected from the person, the earliest first. */
export function duePayments(contracts: readonly Contract[], today: string): DuePayment[] {
  const due = contracts.flatMap((contract) =>
    contract.payments.filter(isExpected).map((payment) => ({
      contract,
      payment,
      left: leftOf(payment),
      isOverdue: isOverdue(payment, today),
    })),
  )
  // Days compare as they are spelled; a comparison by language would be felt with thousands of contracts.
  return due.sort(({ payment: { dueOn: one } }, { payment: { dueOn: other } }) => (one < other ? -1 : +(one > other)))
}

export function summaryOf(contracts: readonly Contract[], today: string): PaymentSummary {
  const due = duePayments(contracts, today)
  const overdue = due.filter((payment) => payment.isOverdue)
  return {
    next: due[0] ?? null,
    overdue: { sum: overdue.reduce((sum, { left }) => sum + left, 0), count: overdue.length },
    left: contracts.reduce((sum, { debt }) => sum + debt, 0),
  }
}

/** An extract of `room` payments at most; the next payment is always shown, however many are overdue. */
export function toPay(contracts: readonly Contract[], today: string, room = 3): ToPay {
  const due = duePayments(contracts, today)
  const overdue = due.filter((payment) => payment.isOverdue)
  const next = due.slice(overdue.length, overdue.length + 1)
  const fitting = overdue.slice(0, room - next.length)
  return { shown: [...fitting, ...next], hidden: overdue.length - fitting.length }
}
