import type { Contract } from '#contract/contracts.ts'
import { type DuePayment, isExpected, isOverdue, leftOf } from '#src/routes/-contracts-and-payments/payments.ts'

/** Everything that the person is expected to pay, the earliest first. */
export function toPay(contracts: readonly Contract[], today: string): DuePayment[] {
  return contracts
    .flatMap((contract) =>
      contract.payments.filter(isExpected).map((payment) => ({
        contract,
        payment,
        left: leftOf(payment),
        isOverdue: isOverdue(payment, today),
      })),
    )
    .toSorted((one, other) => one.payment.dueOn.localeCompare(other.payment.dueOn))
}
