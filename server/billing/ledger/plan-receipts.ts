import type { OperationKind } from '#contract/enumerations.ts'
import { fullName } from '#contract/people/names.ts'
import { sumPayments } from '#server/enrolment/contracts/rules.ts'
import { type BookingPlan, createBookingPlan } from './booking-plan.ts'
import { isSameOperation, type StoredOperation } from './duplicate-operations.ts'
import {
  type Allocation,
  allocateReceipt,
  allocateReturn,
  type ContractAccount,
  isExpiredUnpaid,
  isReceipt,
} from './ledger.ts'
import { isSamePayer, matchPayer, type PossiblePayer } from './match-payer.ts'
import type { ReceiptFinding, receiptNotes } from './receipt-problems.ts'
import { type ReceiptRow, type RowSide, rowSides } from './receipt-row.ts'

export type ReceiptPlan = BookingPlan & {
  /** Number of booked rows, and of rows imported before. */
  booked: number
  repeated: number
  faults: RowFinding[]
  /** Rows that are booked, but of which a person has to look at something. */
  questions: ReceiptFinding<keyof typeof receiptNotes>[]
}

/** A line may have several rows: those of a bill have their own operations. */
type RowFinding = ReceiptFinding & { operationId: string }

export type StoredState = {
  /** By contract number. */
  accounts: ReadonlyMap<string, ContractAccount>
  /** By external id. */
  operations: ReadonlyMap<string, StoredOperation[]>
}

/**
 * Plans the booking of rows by their instants, whatever their order in the file, each on the balances left by the
 * earlier ones. A row with an error is not booked. Changes `accounts`.
 */
export function planReceipts(rows: readonly ReceiptRow[], { accounts, operations }: StoredState): ReceiptPlan {
  const booking = createBookingPlan()
  const found: Omit<ReceiptPlan, keyof BookingPlan> = { booked: 0, repeated: 0, faults: [], questions: [] }
  const seen = new Map<string, ReceiptRow>()
  const ordered = rows.toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.line - other.line)

  for (const row of ordered) {
    const complain = (fault: Omit<ReceiptFinding, 'line'>) =>
      found.faults.push({ line: row.line, operationId: row.operationId, ...fault })
    const stored = operations.get(row.operationId)
    const earlier = seen.get(row.operationId)
    if (earlier ? isSameRow(earlier, row) : stored && isSameOperation(row, stored, accounts)) found.repeated += 1
    else if (earlier)
      complain({
        column: 'operation_id',
        reason: 'other-content-in-line',
        value: `${earlier.line}/${row.operationId}`,
      })
    else if (stored) complain({ column: 'operation_id', reason: 'other-content', value: row.operationId })
    else book(row, complain)
    seen.set(row.operationId, earlier ?? row)
  }
  found.faults.sort((one, other) => one.line - other.line)
  found.questions.sort((one, other) => one.line - other.line)
  return { ...found, ...booking.finish() }

  function ask({ line, payer }: ReceiptRow, people: readonly PossiblePayer[]): void {
    const names = people.map((person) => `«${fullName(person)}»`).join(', ')
    found.questions.push({ line, column: 'payer', reason: 'unclear-payer', value: `${names}/${payer}` })
  }

  function book(row: ReceiptRow, complain: (fault: Omit<ReceiptFinding, 'line'>) => void): void {
    const sides = rowSides(row).map((side) => planSide(side, row, accounts))
    const faults = sides.filter(isFault)
    for (const fault of faults) complain(fault)
    if (faults.length > 0) return
    for (const { account, kind, moves } of sides.filter((side): side is PlannedSide => !isFault(side))) {
      const payer = row.payer === null ? null : matchPayer(row.payer, account.people)
      const paidBy = { payerId: payer?.kind === 'one' ? payer.id : null, payerName: row.payer }
      if (payer?.kind === 'several') ask(row, payer.people)
      booking.move({ account, kind, moves, externalId: row.operationId, at: row.at, ...paidBy })
    }
    found.booked += 1
  }
}

type PlannedSide = { account: ContractAccount; kind: OperationKind; moves: Allocation[] }

/** How one side of a row is booked, or why it cannot be. */
function planSide(
  { number, column, kind, position }: RowSide,
  { amount }: ReceiptRow,
  accounts: StoredState['accounts'],
): PlannedSide | Omit<ReceiptFinding, 'line'> {
  const account = accounts.get(number)
  if (!account) return { column, reason: 'no-contract', value: number }
  const lines = position === null ? account.lines : account.lines.filter((line) => line.position === position)
  if (position !== null && lines.length === 0)
    return { column: 'line', reason: 'no-payment', value: `${position}/${number}` }
  const isLate = isExpiredUnpaid(account)
  const moves = isReceipt(kind) ? allocateReceipt(lines, amount, { isLate }) : allocateReturn(lines, amount)
  if (moves) return { account, kind, moves }
  const { debt, paid } = sumPayments(lines)
  const most = isReceipt(kind) ? debt : paid
  const reason = isReceipt(kind) ? 'more-than-left' : 'more-than-paid'
  return { column: 'amount', reason, value: `${formatSum(amount)} > ${formatSum(most)}/${number}` }
}

function isSameRow(one: ReceiptRow, other: ReceiptRow): boolean {
  const { line: _, payer, ...content } = one
  const { line: __, payer: anotherPayer, ...another } = other
  const isPaidByOne =
    payer === anotherPayer || (payer !== null && anotherPayer !== null && isSamePayer(payer, anotherPayer))
  return isPaidByOne && JSON.stringify(content) === JSON.stringify(another)
}

/** Kopecks as roubles, `8800.50`. */
export function formatSum(kopecks: number): string {
  return (kopecks / 100).toFixed(2)
}

function isFault(side: PlannedSide | Omit<ReceiptFinding, 'line'>): side is Omit<ReceiptFinding, 'line'> {
  return 'reason' in side
}
