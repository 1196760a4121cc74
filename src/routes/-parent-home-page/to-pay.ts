import type { Contract } from '#contract/contracts.ts'
import { type DuePayment, isExpected, isOverdue, leftOf } from '#src/routes/-contracts-and-payments/payments.ts'

export type ToPay = {
  /** What is overdue, the oldest first, and after it what must be paid next, as far as there is room. */
  shown: DuePayment[]
  /** How many more payments are overdue. */
  hidden: number
}

/** The next payment is always shown, however many are overdue. */
export function toPay(contracts: readonly Contract[], today: string, room = 3): ToPay {
  const due = contracts
    .flatMap((contract) =>
      contract.payments.filter(isExpected).map((payment) => ({
        contract,
        payment,
        left: leftOf(payment),
        isOverdue: isOverdue(payment, today),
      })),
    )
    .toSorted((one, other) => one.payment.dueOn.localeCompare(other.payment.dueOn))
  const overdue = due.filter((payment) => payment.isOverdue)
  const next = due.slice(overdue.length, overdue.length + 1)
  const fitting = overdue.slice(0, room - next.length)
  return { shown: [...fitting, ...next], hidden: overdue.length - fitting.length }
}
