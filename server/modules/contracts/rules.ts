import type { Operation, Payment } from '#contract/contracts.ts'
import type { OperationKind } from '#contract/enumerations.ts'

/** A line of the payment schedule as it is stored: what was paid of it is not, its operations say. */
export type PlannedPayment = Omit<Payment, 'paid' | 'paidAt'>

const signOf: Record<OperationKind, 1 | -1> = {
  ReceivingDS: 1,
  ReceivingTransferDS: 1,
  ReturnDS: -1,
  ReturnTransferDS: -1,
}

/** What came in less what went back; `paidAt` is when the whole amount was there, null while it is not. */
export function settledPayment(planned: PlannedPayment): Payment {
  const { operations, ...payment } = planned
  const paid = balanceOf(operations)
  return { ...payment, paid, paidAt: payment.status === 'Closed' ? lastReceipt(operations) : null, operations }
}

/** `debt` is what is still to be paid of the lines that are not cancelled, due or not yet due. */
export function sumsOf(payments: readonly Payment[]): { paid: number; debt: number } {
  let paid = 0
  let debt = 0
  for (const payment of payments) {
    paid += payment.paid
    if (payment.status !== 'Canceled') debt += Math.max(0, payment.amount - payment.paid)
  }
  return { paid, debt }
}

export function balanceOf(operations: readonly Pick<Operation, 'kind' | 'amount'>[]): number {
  return operations.reduce((balance, { kind, amount }) => balance + signOf[kind] * amount, 0)
}

function lastReceipt(operations: readonly Operation[]): string | null {
  return operations.findLast(({ kind }) => signOf[kind] === 1)?.at ?? null
}
