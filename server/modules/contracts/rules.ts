import type { ContractHistory, Operation, Payment } from '#contract/contracts.ts'
import type { ContractStatus, OperationKind, PaymentScheme, PaymentStatus } from '#contract/enumerations.ts'

/** A line of the payment schedule with what the database counts of its operations (`payment_balances`). */
export type CountedPayment = Omit<Payment, 'paidAt'>

const comesIn: Record<OperationKind, boolean> = {
  ReceivingDS: true,
  ReceivingTransferDS: true,
  ReturnDS: false,
  ReturnTransferDS: false,
}

/** `paidAt` is when the whole amount was there, null while it is not. */
export function settledPayment(counted: CountedPayment): Payment {
  return { ...counted, paidAt: counted.status === 'Closed' ? lastReceipt(counted.operations) : null }
}

/** What there is of a line's money. */
export type Line = { status: PaymentStatus; amount: number; paid: number }

/** `debt` is what is still to be paid of the lines that are not cancelled, due or not yet due. */
export function sumsOf(lines: readonly Line[]): { paid: number; debt: number } {
  let paid = 0
  let debt = 0
  for (const line of lines) {
    paid += line.paid
    if (line.status !== 'Canceled') debt += line.amount - line.paid
  }
  return { paid, debt }
}

/** Expected from the customer: a line that a bank or a fund pays is not, nor one that was put off or cancelled. */
export function isPayable({ status, amount, paid }: Line): boolean {
  return (status === 'Open' || status === 'Error') && paid < amount
}

/** Days after the first payment was due for which a contract still waits for it: as long as a bank may take. */
export const firstPaymentGrace = 7

/** How many days before a payment is due its payer is reminded of it. */
export const remindedBefore = 3

type Waiting = { status: ContractStatus; paymentScheme: PaymentScheme; lines: readonly (Line & { dueOn: string })[] }

const slowPayers: Partial<Record<PaymentScheme, 'bank' | 'fund'>> = {
  BankInstallmentPlan: 'bank',
  Combo: 'fund',
  MaternalCapital: 'fund',
}

/** What a contract waits for, and of whom: what the customer can do comes before what takes its time elsewhere. */
export function waitOf({ status, paymentScheme, lines }: Waiting, today: string): ContractHistory['waitsFor'] {
  if (status === 'Termination' || status === 'NotPaid') return null
  if (status === 'OnTermination') return 'settlement'
  const payable = lines.filter(isPayable)
  if (status === 'Open' && payable.length > 0) return 'first-payment'
  if (payable.some(({ dueOn }) => dueOn < today)) return 'overdue-payment'
  // While a contract is frozen its lines are put off, and nobody owes them.
  if (status === 'Frozen') return null
  const isDeferred = lines.some((line) => line.status === 'DeferredPayment' && line.paid < line.amount)
  return isDeferred ? (slowPayers[paymentScheme] ?? null) : null
}

function lastReceipt(operations: readonly Operation[]): string | null {
  return operations.findLast(({ kind }) => comesIn[kind])?.at ?? null
}
