import type { ContractStatus, OperationKind, PaymentKind, PaymentStatus } from '#contract/enumerations.ts'
import { leftOf } from '#server/enrolment/contracts/rules.ts'
import type { Day } from '#server/time/calendar-days.ts'
import type { PossiblePayer } from './match-payer.ts'

/** A payment of a contract with its balance; planning changes `paid` and `status`. */
export type LedgerLine = {
  id: string
  kind: PaymentKind
  position: number
  dueOn: Day
  amount: number
  paid: number
  status: PaymentStatus
}
export type ContractAccount = {
  id: string
  number: string
  status: ContractStatus
  /** Ordered by position. */
  lines: LedgerLine[]
  /** Possible payers: the customer first, then the student’s guardians. */
  people: PossiblePayer[]
}

export function isReceipt(kind: OperationKind): boolean {
  return kind === 'ReceivingDS' || kind === 'ReceivingTransferDS'
}

/** The contract ends or has ended: what is returned is not owed again. */
export function isEnding({ status }: Pick<ContractAccount, 'status'>): boolean {
  return status === 'OnTermination' || status === 'Termination'
}

/** Whether money may be booked to the contract by itself; other money goes back. */
export function takesMoney({ status }: Pick<ContractAccount, 'status'>): boolean {
  return status !== 'Termination' && status !== 'NotPaid'
}

/** The contract has expired unpaid: later receipts do not change its status, the staff decides. */
export function isExpiredUnpaid({ status }: ContractAccount): boolean {
  return status === 'NotPaid'
}

export type Allocation = { line: LedgerLine; amount: number }

/**
 * Allocates a receipt to the payments by due date, or to the named payment. Null if it exceeds what is left to pay. A
 * late receipt goes to the payments that were cancelled when the contract expired.
 */
export function allocateReceipt(
  lines: readonly LedgerLine[],
  amount: number,
  { isLate = false } = {},
): Allocation[] | null {
  const most = isLate ? unpaidOf : leftOf
  const open = lines.filter((line) => most(line) > 0).sort(byDueDate)
  return filled(open, amount, most)
}

/** Allocates a return to the payments from the last one. Null if it exceeds what is paid. */
export function allocateReturn(lines: readonly LedgerLine[], amount: number): Allocation[] | null {
  const paid = lines.filter((line) => line.paid > 0).sort((one, other) => byDueDate(other, one))
  return filled(paid, amount, (line) => line.paid)
}

/**
 * The status after an operation: a cancelled payment stays cancelled, a deferred one stays deferred until it is paid.
 * What a bank or a fund gets back is not owed by the customer: the institution pays again. A refund of an ending contract
 * cancels the rest of its payment.
 */
export function statusAfterPayment(
  { kind, status, amount, paid }: LedgerLine,
  { isRefunded = false } = {},
): PaymentStatus {
  if (status === 'Canceled') return status
  if (paid >= amount) return 'Closed'
  if (isRefunded) return 'Canceled'
  if (status === 'Closed' && (kind === 'bank' || kind === 'fund')) return 'DeferredPayment'
  if (status === 'Closed' || (status === 'Error' && paid > 0)) return 'Open'
  return status
}

/** The first payment concludes an open contract. */
export function isToBeConcluded({ status, lines: [first] }: ContractAccount): boolean {
  return status === 'Open' && first !== undefined && first.paid >= first.amount
}

/** Also of a cancelled payment. */
function unpaidOf({ amount, paid }: LedgerLine): number {
  return amount - paid
}

function filled(lines: readonly LedgerLine[], amount: number, most: (line: LedgerLine) => number): Allocation[] | null {
  const moves: Allocation[] = []
  let left = amount
  for (const line of lines) {
    if (left === 0) break
    const part = Math.min(left, most(line))
    moves.push({ line, amount: part })
    left -= part
  }
  return left === 0 ? moves : null
}

function byDueDate(one: LedgerLine, other: LedgerLine): number {
  if (one.dueOn !== other.dueOn) return one.dueOn < other.dueOn ? -1 : 1
  return one.position - other.position
}
