import { type OperationKind, operationKinds } from '#contract/enumerations.ts'
import { knownLines, storeLines } from '#server/billing/bank-lines/store-lines.ts'
import { importReceipts, type ReceiptImportReport } from '#server/billing/ledger/import-receipts.ts'
import { formatSum } from '#server/billing/ledger/plan-receipts.ts'
import { counterparts, type ReceiptRow } from '#server/billing/ledger/receipt-row.ts'
import { parseDay, parseInstant } from '#server/csv/cell-values.ts'
import { BundleError } from '#server/integration/bundle/bundle-error.ts'
import * as cells from '#server/integration/format-types/cell-kinds.ts'
import { parsed } from '#server/integration/format-types/cell-kinds.ts'
import type { Columns, RowFault } from '#server/integration/format-types/format.ts'
import { type Statement, summaryOf } from '#server/integration/receipts/bank-statement.ts'
import { matchDocuments } from '#server/integration/receipts/match-documents.ts'
import { readStatement } from '#server/integration/receipts/read-statement.ts'
import { ParserKilled } from '#server/parsers/run-parser.ts'
import { addDays, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'
import { noteCount, readRows, type SingleFile, type SingleFileWork, type SingleRow } from './single-file.ts'

const operations = new Map<string, OperationKind>([
  ['поступление', 'ReceivingDS'],
  ['возврат', 'ReturnDS'],
  ['перенос с другого договора', 'ReceivingTransferDS'],
  ['перенос на другой договор', 'ReturnTransferDS'],
  ...operationKinds.map((kind) => [kind.toLowerCase(), kind] as const),
])
const operation = parsed(
  'not-an-operation',
  (cell) => operations.get(cell.toLowerCase().replaceAll(/\s+/g, ' ')) ?? null,
)
const position = parsed('not-a-position', (cell) => (/^[1-9]\d{0,3}$/.test(cell) ? Number(cell) : null))

/** An instant, or a day, which means its noon. Midnight without an offset is how Excel fills a cell of a day. */
function parsePaymentDate(cell: string, timeZone: string): string | null {
  const day = parseDay(cell, timeZone)
  if (day === null || day < '2000') return null
  return /[T ]00?:00(:00)?$/.test(cell) ? day : (parseInstant(cell, timeZone)?.toISOString() ?? day)
}

const columns: Columns = {
  operation_id: { kind: cells.textUpTo(100), isRequired: true },
  contract: { kind: cells.text, isRequired: true },
  kind: { kind: cells.kind('operation', operation, String), isRequired: true },
  amount: { kind: cells.amount, isRequired: true },
  date: { kind: cells.zoned('day or instant', 'not-a-payment-date', parsePaymentDate, String), isRequired: true },
  line: { kind: cells.kind('number of a payment', position, String), isRequired: false },
  payer: { kind: cells.text, isRequired: false },
  other_contract: { kind: cells.text, isRequired: false },
}

function rowOf({ line, cells }: SingleRow, instantOf: (date: string) => Date): ReceiptRow {
  return {
    line,
    operationId: String(cells.operation_id),
    contract: String(cells.contract),
    kind: cells.kind as OperationKind,
    amount: Number(cells.amount),
    at: instantOf(String(cells.date)),
    position: (cells.line ?? null) as number | null,
    payer: (cells.payer ?? null) as string | null,
    otherContract: (cells.other_contract ?? null) as string | null,
  }
}

function faultsOf(
  row: SingleRow,
  { contract, kind, amount, at, otherContract }: ReceiptRow,
  tomorrow: Date,
): RowFault[] {
  const isTransfer = counterparts[kind] !== undefined
  const fault = (column: string, reason: RowFault['reason'], value = '') => ({ row, column, reason, value })
  return [
    ...(amount > 0 ? [] : [fault('amount', 'not-positive', formatSum(amount))]),
    ...(at < tomorrow ? [] : [fault('date', 'in-future', String(row.cells.date))]),
    ...(isTransfer && !otherContract ? [fault('other_contract', 'needed-for-transfer')] : []),
    ...(!isTransfer && otherContract ? [fault('other_contract', 'only-for-transfer')] : []),
    ...(otherContract === contract ? [fault('other_contract', 'same-contract')] : []),
  ]
}

/** `npm run import:payments -- payments.csv`: docs/payments-import.md. */
export const paymentsTable: SingleFile<ReceiptRow[]> = {
  name: 'payments',
  action: 'import.payments',
  async read(path, work) {
    const { now, timeZone } = work
    const tomorrow = zonedInstant(addDays(dayInZone(now, timeZone), 1), '00:00', timeZone)
    const instantOf = createInstants(timeZone)
    return readRows(path, columns, work, (parsed) => {
      const row = rowOf(parsed, instantOf)
      const faults = faultsOf(parsed, row, tomorrow)
      return faults.length > 0 ? faults : row
    })
  },
  async apply(transaction, rows, work) {
    const report = await importReceipts(transaction, rows, work)
    for (const { operationId: _, ...finding } of report.faults) work.onFault({ file: work.name, ...finding })
    return noteReport(report, work)
  },
}

/** A statement of 1C and a registry have other money too: what is certain is booked, doubtful money waits in the panel. */
export const bankStatement: SingleFile<Statement> = {
  name: 'payments',
  action: 'import.payments',
  async read(path, { now, timeZone, counts }) {
    const statement = await readStatement(path, { now, timeZone }).catch((error: unknown) => {
      throw error instanceof ParserKilled ? new BundleError('too-complex') : error
    })
    counts.read = statement.documents.length + statement.leftOut.length
    return statement
  },
  async apply(transaction, { documents, leftOut }, work) {
    const known = await knownLines(
      transaction,
      documents.map(({ operationId }) => operationId),
    )
    const unknown = documents.filter(({ operationId }) => !known.has(operationId))
    const matched = await matchDocuments(transaction, unknown, work.timeZone)
    const parts = await knownLines(
      transaction,
      matched.rows.map(({ operationId }) => operationId),
    )
    const rows = matched.rows.filter(({ operationId }) => !parts.has(operationId))
    const report = await importReceipts(transaction, rows, { ...work, skipFaulty: true })
    const waiting = [
      ...matched.doubtful.map(({ document, reason }) => ({ ...document, doubt: reason })),
      ...report.faults.flatMap(({ line, operationId, reason }) =>
        rows
          .filter((row) => row.line === line && row.operationId === operationId)
          .map((row) => ({ ...row, ...purposeOf(line), doubt: reason })),
      ),
    ]
    const queued = await storeLines(
      transaction,
      waiting.map(({ operationId, at, amount, payer, purpose, doubt }) => ({
        key: operationId,
        at,
        amount,
        payerName: payer,
        purpose,
        doubt,
      })),
      { fileName: work.name, now: work.now },
    )
    const refused = report.faults.map(({ operationId, ...fault }) => {
      const row = rows.find((one) => one.line === fault.line && one.operationId === operationId)
      return { ...fault, column: row ? summaryOf({ ...row, sum: formatSum(row.amount) }) : '' }
    })
    const doubtful = matched.doubtful.map(({ document, ...doubt }) => ({ line: document.line, column: '', ...doubt }))
    const left = [...leftOut, ...doubtful, ...refused]
    for (const finding of left) work.onNote({ file: work.name, ...finding, isLeftOut: true })
    noteCount(work, 'documents-left', leftOut.length)
    noteCount(work, 'lines-waiting', queued)
    const detail = noteReport(report, work)
    work.counts.created += queued
    work.counts.unchanged += documents.length - unknown.length + matched.rows.length - rows.length
    return detail

    function purposeOf(line: number): { purpose: string } {
      return { purpose: documents.find((document) => document.line === line)?.purpose ?? '' }
    }
  },
}

/** A file has few days, and the conversion of time zones is slow. */
function createInstants(timeZone: string): (date: string) => Date {
  const instants = new Map<string, Date>()
  return (date) => {
    const at = instants.get(date) ?? (date.includes('T') ? new Date(date) : zonedInstant(date, '12:00', timeZone))
    instants.set(date, at)
    return at
  }
}

function noteReport(report: ReceiptImportReport, work: SingleFileWork): string | undefined {
  const { booked, repeated, questions, sums, closed, concluded, notified } = report
  Object.assign(work.counts, { created: booked, unchanged: repeated })
  for (const question of questions) work.onNote({ file: work.name, ...question })
  noteCount(work, 'money-received', sums.received, formatSum)
  noteCount(work, 'money-returned', sums.returned, formatSum)
  noteCount(work, 'money-transferred', sums.transferred, formatSum)
  noteCount(work, 'payments-closed', closed)
  noteCount(work, 'contracts-concluded', concluded.length)
  noteCount(work, 'customers-notified', notified)
  // The word has a label in the audit log.
  return questions.length > 0 ? `unclearPayers: ${questions.length}` : undefined
}
