import type { OperationKind, PaymentStatus } from '#contract/enumerations.ts'
import type { Fault } from '#server/csv-file.ts'
import {
  type Account,
  isOverdue,
  isToBeConcluded,
  type Line,
  leftToPay,
  type Move,
  paidOf,
  spreadReceipt,
  statusOf,
  takeBack,
} from './ledger.ts'
import { payerOf } from './payer.ts'
import { isSame, type StoredOperation } from './repetition.ts'
import { type Row, type Side, sidesOf } from './row.ts'

type NewOperation = {
  externalId: string
  paymentId: string
  kind: OperationKind
  amount: number
  at: Date
  payerId: string | null
  payerName: string | null
}

export type Plan = {
  operations: NewOperation[]
  /** Lines that are something else afterwards. */
  statuses: { id: string; status: PaymentStatus }[]
  /** Contracts that their first payment concludes. */
  concluded: string[]
  /** Contracts that money came in for: how much, what is left, and whether it is too late. */
  arrivals: { contractId: string; amount: number; left: number; isLate: boolean }[]
  /** Rows that are booked, and those that were booked before. */
  booked: number
  repeated: number
  faults: Fault[]
}

export type Stored = {
  /** By number. */
  accounts: ReadonlyMap<string, Account>
  /** What is there under an operation’s id. */
  operations: ReadonlyMap<string, StoredOperation[]>
}

const isReceipt = (kind: OperationKind) => kind === 'ReceivingDS' || kind === 'ReceivingTransferDS'

/**
 * What becomes of the rows: booked by their instants, whatever their order in the file, each against what those before
 * it have left. A row with a fault moves nothing. Changes the accounts.
 */
export function planReceipts(rows: readonly Row[], { accounts, operations }: Stored): Plan {
  const plan: Plan = { operations: [], statuses: [], concluded: [], arrivals: [], booked: 0, repeated: 0, faults: [] }
  const seen = new Map<string, Row>()
  const touched = new Set<Line>()
  const arrived = new Map<Account, number>()
  const ordered = rows.toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.line - other.line)

  for (const row of ordered) {
    const complain = (message: string) => plan.faults.push({ line: row.line, message })
    const stored = operations.get(row.operationId)
    const earlier = seen.get(row.operationId)
    if (earlier ? isSameRow(earlier, row) : stored && isSame(row, stored, accounts)) plan.repeated += 1
    else if (earlier) complain(`operation_id: «${row.operationId}» is in line ${earlier.line} with other content`)
    else if (stored) complain(`operation_id: «${row.operationId}» was imported before with other content`)
    else book(row, complain)
    seen.set(row.operationId, earlier ?? row)
  }
  plan.faults.sort((one, other) => one.line - other.line)
  return finish()

  function book(row: Row, complain: (message: string) => void): void {
    const sides = sidesOf(row).map((side) => planSide(side, row, accounts))
    const faults = sides.filter((side) => typeof side === 'string')
    for (const fault of faults) complain(fault)
    if (faults.length > 0) return
    for (const { account, kind, moves } of sides.filter((side) => typeof side !== 'string')) {
      const payerId = row.payer === null ? null : payerOf(row.payer, account.people)
      const paidBy = { payerId, payerName: payerId === null ? row.payer : null }
      for (const { line, amount } of moves) {
        line.paid += isReceipt(kind) ? amount : -amount
        touched.add(line)
        plan.operations.push({ externalId: row.operationId, paymentId: line.id, kind, amount, at: row.at, ...paidBy })
      }
      if (kind === 'ReceivingDS') arrived.set(account, (arrived.get(account) ?? 0) + row.amount)
    }
    plan.booked += 1
  }

  function finish(): Plan {
    for (const line of touched) {
      const status = statusOf(line)
      if (status !== line.status) plan.statuses.push({ id: line.id, status })
    }
    for (const account of accounts.values())
      if (isToBeConcluded(account) && account.lines.some((line) => touched.has(line))) plan.concluded.push(account.id)
    for (const [account, amount] of arrived)
      plan.arrivals.push({
        contractId: account.id,
        amount,
        left: leftToPay(account.lines),
        isLate: isOverdue(account),
      })
    return plan
  }
}

/** How a side of a row is booked, or why not. */
function planSide(
  { number, column, kind, position }: Side,
  { amount }: Row,
  accounts: Stored['accounts'],
): { account: Account; kind: OperationKind; moves: Move[] } | string {
  const account = accounts.get(number)
  if (!account) return `${column}: there is no contract «${number}»`
  const lines = position === null ? account.lines : account.lines.filter((line) => line.position === position)
  if (position !== null && lines.length === 0) return `line: contract «${number}» has no payment ${position}`
  const isLate = isOverdue(account)
  const moves = isReceipt(kind) ? spreadReceipt(lines, amount, { isLate }) : takeBack(lines, amount)
  if (moves) return { account, kind, moves }
  const [most, what] = isReceipt(kind) ? [leftToPay(lines), 'are left to pay'] : [paidOf(lines), 'were paid']
  return `amount: ${roubles(amount)} is more than the ${roubles(most)} that ${what} of «${number}»`
}

function isSameRow(one: Row, other: Row): boolean {
  const { line: _, ...content } = one
  const { line: __, ...another } = other
  return JSON.stringify(content) === JSON.stringify(another)
}

function roubles(kopecks: number): string {
  return `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`
}
