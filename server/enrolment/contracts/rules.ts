import type { ContractHistory, Operation, Payment } from '#contract/enrolment/contracts.ts'
import type { ContractStatus, OperationKind, PaymentScheme, PaymentStatus } from '#contract/enumerations.ts'

/** A payment with its balance from the view `payment_balances`. */
export type PaymentWithBalance = Omit<Payment, 'paidAt'>

const comesIn: Record<OperationKind, boolean> = {
  ReceivingDS: true,
  ReceivingTransferDS: true,
  ReturnDS: false,
  ReturnTransferDS: false,
}

/** `paidAt` is the instant of the last receipt of a closed payment, else null. */
export function withPaidAt(counted: PaymentWithBalance): Payment {
  return { ...counted, paidAt: counted.status === 'Closed' ? lastReceipt(counted.operations) : null }
}

/** The amounts of one payment, in kopecks. */
export type PaymentLine = { status: PaymentStatus; amount: number; paid: number }

/** `debt` is the unpaid part of all payments that are not cancelled, due or not. */
export function sumPayments(lines: readonly PaymentLine[]): { paid: number; debt: number } {
  let paid = 0
  let debt = 0
  for (const line of lines) {
    paid += line.paid
    if (line.status !== 'Canceled') debt += line.amount - line.paid
  }
  return { paid, debt }
}

/** Whether the customer is expected to pay: not what a bank or a fund pays, and not deferred or cancelled payments. */
export function isPayable({ status, amount, paid }: PaymentLine): boolean {
  return (status === 'Open' || status === 'Error') && paid < amount
}

/**
 * Days after the due date of the first payment until an unpaid contract expires; a bank transfer may take that long.
 */
export const firstPaymentGraceDays = 7

/** Days between a reminder and the due date. */
export const reminderLeadDays = 3

type Waiting = {
  status: ContractStatus
  paymentScheme: PaymentScheme
  lines: readonly (PaymentLine & { dueOn: string })[]
}

const slowPayers: Partial<Record<PaymentScheme, 'bank' | 'fund'>> = {
  BankInstallmentPlan: 'bank',
  Combo: 'fund',
  MaternalCapital: 'fund',
}

/** What a contract waits for; actions of the customer come before those of others. */
export function findWaitReason({ status, paymentScheme, lines }: Waiting, today: string): ContractHistory['waitsFor'] {
  if (status === 'Termination' || status === 'NotPaid') return null
  if (status === 'OnTermination') return 'settlement'
  const payable = lines.filter(isPayable)
  if (status === 'Open' && payable.length > 0) return 'first-payment'
  if (payable.some(({ dueOn }) => dueOn < today)) return 'overdue-payment'
  // Payments of a frozen contract are deferred and not owed.
  if (status === 'Frozen') return null
  const isDeferred = lines.some((line) => line.status === 'DeferredPayment' && line.paid < line.amount)
  return isDeferred ? (slowPayers[paymentScheme] ?? null) : null
}

function lastReceipt(operations: readonly Operation[]): string | null {
  return operations.findLast(({ kind }) => comesIn[kind])?.at ?? null
}
