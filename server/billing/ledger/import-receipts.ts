import type { Database } from '#server/db/client.ts'
import { concludeContracts } from '#server/enrolment/contracts/contract-status.ts'
import { openPaidPayments } from '#server/enrolment/contracts/unsigned-payments.ts'
import { bookReceipts, notifyCustomers } from './book-receipts.ts'
import { planReceipts, type ReceiptPlan } from './plan-receipts.ts'
import type { ReceiptRow } from './receipt-row.ts'
import { readStoredState } from './stored-accounts.ts'

export type ReceiptImportOptions = {
  now: Date
  timeZone: string
  /** No messages to customers, for old payments. */
  isQuiet?: boolean | undefined
  /** Books the other rows of a file with faults. */
  skipFaulty?: boolean | undefined
}

export type ReceiptImportReport = Pick<ReceiptPlan, 'faults' | 'questions' | 'booked' | 'repeated'> & {
  sums: Sums
  closed: number
  /** Ids of contracts. */
  concluded: readonly string[]
  notified: number
}
/** Kopecks. */
type Sums = { received: number; returned: number; transferred: number }

/** Books the rows in a transaction of the caller; nothing if one of them has a fault, unless it may be skipped. */
export async function importReceipts(
  transaction: Database,
  rows: readonly ReceiptRow[],
  { now, timeZone, isQuiet = false, skipFaulty = false }: ReceiptImportOptions,
): Promise<ReceiptImportReport> {
  const plan = planReceipts(rows, await readStoredState(transaction, rows))
  const report = reportOf(plan)
  if (plan.faults.length > 0 && !skipFaulty) return report
  const booked = await bookReceipts(transaction, plan, now)
  const paid = plan.arrivals.map(({ contractId }) => contractId)
  await openPaidPayments(transaction, [...paid, ...plan.concluded], { now, timeZone })
  await concludeContracts(transaction, plan.concluded, { now, timeZone })
  return { ...report, notified: isQuiet ? 0 : await notifyCustomers(transaction, plan, { booked, now }) }
}

function reportOf(plan: ReceiptPlan): ReceiptImportReport {
  const { faults, questions, booked, repeated } = plan
  const sumOf = (kind: string) =>
    plan.operations.reduce((sum, operation) => sum + (operation.kind === kind ? operation.amount : 0), 0)
  return {
    faults,
    questions,
    booked,
    repeated,
    sums: { received: sumOf('ReceivingDS'), returned: sumOf('ReturnDS'), transferred: sumOf('ReturnTransferDS') },
    closed: plan.statuses.filter(({ status }) => status === 'Closed').length,
    concluded: plan.concluded,
    notified: 0,
  }
}
