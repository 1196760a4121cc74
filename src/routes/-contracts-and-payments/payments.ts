import type { Contract, Payment } from '#contract/contracts.ts'

/** A payment that the person is expected to make, of the contract it belongs to. Sums are kopecks, days YYYY-MM-DD. */
export type DuePayment = { contract: Contract; payment: Payment; left: number; isOverdue: boolean }

export type Summary = {
  next: DuePayment | null
  overdue: { sum: number; count: number }
  /** What is still to be paid of all contracts, due or not yet due. */
  debt: number
}

export function leftOf({ amount, paid }: Payment): number {
  return Math.max(0, amount - paid)
}

/** Expected from the person: a deferred or cancelled one is not, nor one of a status that nobody knows. */
export function isExpected(payment: Payment): boolean {
  return (payment.status === 'Open' || payment.status === 'Error') && leftOf(payment) > 0
}

export function isOverdue(payment: Payment, today: string): boolean {
  return isExpected(payment) && payment.dueOn < today
}

/** What must be paid next: the earliest of what is expected, so what is overdue comes first. */
export function nextPayment(contracts: readonly Contract[], today: string): DuePayment | null {
  let next: DuePayment | null = null
  for (const contract of contracts) {
    for (const payment of contract.payments) {
      if (!isExpected(payment) || (next !== null && next.payment.dueOn <= payment.dueOn)) continue
      next = { contract, payment, left: leftOf(payment), isOverdue: isOverdue(payment, today) }
    }
  }
  return next
}

export function summaryOf(contracts: readonly Contract[], today: string): Summary {
  const overdue = contracts.flatMap(({ payments }) => payments).filter((payment) => isOverdue(payment, today))
  return {
    next: nextPayment(contracts, today),
    overdue: { sum: overdue.reduce((sum, payment) => sum + leftOf(payment), 0), count: overdue.length },
    debt: contracts.reduce((sum, { debt }) => sum + debt, 0),
  }
}

/** Whole days from one day to another; negative when it has passed. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
}
