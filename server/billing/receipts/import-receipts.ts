import { sql } from 'drizzle-orm'
import { audit } from '#server/audit-log.ts'
import type { RowError } from '#server/cli/csv-file.ts'
import type { Database } from '#server/db/client.ts'
import { concludeContracts } from '#server/enrolment/contracts/contract-status.ts'
import { bookReceipts, notifyCustomers } from './book-receipts.ts'
import { matchDocuments, summaryOf } from './match-documents.ts'
import { planReceipts, type ReceiptPlan } from './plan-receipts.ts'
import type { ReceiptFile, ReceiptRow } from './receipt-row.ts'
import { readStoredState } from './stored-accounts.ts'

export type ReceiptImportOptions = {
  /** The file name for the audit log. */
  fileName: string
  now: Date
  timeZone: string
  /** Reports what would happen and changes nothing. */
  isDryRun?: boolean
  /** No messages to customers, for old payments. */
  isQuiet?: boolean
  onStep?: (step: 'comparing' | 'booking' | 'notifying') => void
}

export type ReceiptImportReport = {
  faults: RowError[]
  /** Documents of a statement that are not booked, and payers that may be several people, with the reason. */
  notes: RowError[]
  booked: number
  repeated: number
  sums: Sums
  closed: number
  concluded: number
  notified: number
}
/** Kopecks. */
type Sums = { received: number; returned: number; transferred: number }

/**
 * Books the whole table, or nothing if any row has an error; of a bank statement, which has other money too, what is
 * certain. Concurrent imports run one after the other.
 */
export async function importReceipts(
  database: Database,
  { statement, ...file }: ReceiptFile,
  { fileName, now, timeZone, isDryRun = false, isQuiet = false, onStep = () => {} }: ReceiptImportOptions,
): Promise<ReceiptImportReport> {
  return database.transaction(async (transaction) => {
    // The statement timeout of the server is too short for a large file.
    await transaction.execute(sql`set local statement_timeout = 0`)
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('payments-import'))`)
    onStep('comparing')
    const matched = statement && (await matchDocuments(transaction, statement.documents, timeZone))
    const rows = matched?.rows ?? file.rows
    const plan = planReceipts(rows, await readStoredState(transaction, rows))
    const report = matched
      ? reportOf(plan, { faults: [], notes: [...statement.notes, ...matched.notes, ...doubtsOf(plan, rows)] })
      : reportOf(plan, { faults: [...file.faults, ...plan.faults], notes: [] })
    if (report.faults.length > 0 || isDryRun) return report
    onStep('booking')
    const booked = await bookReceipts(transaction, plan, now)
    await audit(transaction, {
      at: now,
      action: 'import.payments',
      subjectId: null,
      command: 'import:payments',
      detail: [`${fileName}: ${plan.booked}`, ...unclearPayers(plan)].join(', '),
    })
    await concludeContracts(transaction, plan.concluded, { now, timeZone })
    onStep('notifying')
    return { ...report, notified: isQuiet ? 0 : await notifyCustomers(transaction, plan, { booked, now }) }
  })
}

/** Rows of a statement that cannot be booked, as notes. */
function doubtsOf({ faults }: ReceiptPlan, rows: readonly ReceiptRow[]): RowError[] {
  return faults.map(({ line, message }) => {
    const row = rows.find((one) => one.line === line)
    const of = row ? summaryOf(row) : { ru: '', en: '' }
    return {
      line,
      message: { ru: `${of.ru} не проведено: ${message.ru}`, en: `${of.en} is not booked: ${message.en}` },
    }
  })
}

/** The word has a label in the audit log. */
function unclearPayers({ questions }: ReceiptPlan): string[] {
  return questions.length > 0 ? [`unclearPayers: ${questions.length}`] : []
}

function reportOf(
  plan: ReceiptPlan,
  { faults, notes }: Pick<ReceiptImportReport, 'faults' | 'notes'>,
): ReceiptImportReport {
  const byLine = (one: RowError, other: RowError) => one.line - other.line
  const sumOf = (kind: string) =>
    plan.operations.reduce((sum, operation) => sum + (operation.kind === kind ? operation.amount : 0), 0)
  return {
    ...{ faults: faults.toSorted(byLine), notes: [...notes, ...plan.questions].toSorted(byLine) },
    booked: plan.booked,
    repeated: plan.repeated,
    sums: { received: sumOf('ReceivingDS'), returned: sumOf('ReturnDS'), transferred: sumOf('ReturnTransferDS') },
    closed: plan.statuses.filter(({ status }) => status === 'Closed').length,
    concluded: plan.concluded.length,
    notified: 0,
  }
}
