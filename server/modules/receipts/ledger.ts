import type { ContractStatus, PaymentStatus } from '#contract/enumerations.ts'
import type { Day } from '#server/days.ts'

/** A payment of a contract with what is paid of it so far; both change as rows are booked. */
export type Line = {
  id: string
  position: number
  dueOn: Day
  amount: number
  paid: number
  status: PaymentStatus
}
export type Person = { id: string; lastName: string; firstName: string; patronym: string | null }
export type Account = {
  id: string
  number: string
  status: ContractStatus
  /** By position. */
  lines: Line[]
  /** Who may have paid: the customer first, then the student’s guardians. */
  people: Person[]
}

/** Not paid in time: what comes yet changes nothing, and a person decides about it. */
export function isOverdue({ status }: Account): boolean {
  return status === 'NotPaid'
}

export type Move = { line: Line; amount: number }

/**
 * A receipt goes over the lines by their due dates, or to the named one. Null where there is less left to pay. What comes
 * too late for a contract is booked on the lines that were cancelled then.
 */
export function spreadReceipt(lines: readonly Line[], amount: number, { isLate = false } = {}): Move[] | null {
  const most = isLate ? unpaidOf : restOf
  const open = lines.filter((line) => most(line) > 0).sort(byDueDate)
  return filled(open, amount, most)
}

/** What goes back is taken off the lines from the last. Null where less is paid. */
export function takeBack(lines: readonly Line[], amount: number): Move[] | null {
  const paid = lines.filter((line) => line.paid > 0).sort((one, other) => byDueDate(other, one))
  return filled(paid, amount, (line) => line.paid)
}

export function leftToPay(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + restOf(line), 0)
}

export function paidOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { paid }) => sum + paid, 0)
}

/** What a line is after its money has moved: a cancelled one stays so, and a deferred one while it is not paid. */
export function statusOf({ status, amount, paid }: Line): PaymentStatus {
  if (status === 'Canceled') return status
  if (paid >= amount) return 'Closed'
  if (status === 'Closed' || (status === 'Error' && paid > 0)) return 'Open'
  return status
}

/** The first payment makes an open contract a concluded one. */
export function isToBeConcluded({ status, lines: [first] }: Account): boolean {
  return status === 'Open' && first !== undefined && first.paid >= first.amount
}

function restOf(line: Line): number {
  return line.status === 'Canceled' ? 0 : unpaidOf(line)
}

function unpaidOf({ amount, paid }: Line): number {
  return amount - paid
}

function filled(lines: readonly Line[], amount: number, most: (line: Line) => number): Move[] | null {
  const moves: Move[] = []
  let left = amount
  for (const line of lines) {
    if (left === 0) break
    const part = Math.min(left, most(line))
    moves.push({ line, amount: part })
    left -= part
  }
  return left === 0 ? moves : null
}

function byDueDate(one: Line, other: Line): number {
  if (one.dueOn !== other.dueOn) return one.dueOn < other.dueOn ? -1 : 1
  return one.position - other.position
}
