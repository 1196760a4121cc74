import type { AuditAction } from '#contract/people/audit.ts'
import type { Database } from '#server/db/client.ts'
import { readSingleCsv } from '#server/integration/bundle/read-bundle.ts'
import {
  type Columns,
  type ImportContext,
  type RowFault,
  rowSchema,
  type Values,
} from '#server/integration/format-types/format.ts'
import type { Fault, Note, NoteReason } from '#server/integration/format-types/reasons.ts'
import { type Counts, faultAt, parseRows } from '#server/integration/import/import-file.ts'

export type SingleFileWork = ImportContext & {
  /** Of the file, for findings. */
  name: string
  counts: Counts
  skipFaulty: boolean
  isQuiet: boolean
  onFault: (fault: Fault) => void
  onNote: (note: Note) => void
  onBytes: (bytes: number) => void
}

/** A file that is imported alone, in one transaction. */
export type SingleFile<Rows = unknown> = {
  /** As in `npm run import:people`. */
  name: 'people' | 'payments'
  action: AuditAction
  read(path: string, work: SingleFileWork): Promise<Rows>
  /** Writes nothing after a fault, unless it may be skipped. Returns what the audit log has besides the number. */
  apply(transaction: Database, rows: Rows, work: SingleFileWork): Promise<string | undefined>
}

export type SingleRow = { line: number; cells: Values }

/** Reads a CSV file with these columns. `toRow` returns the faults that several cells of a row make. */
export async function readRows<Row extends object>(
  path: string,
  columns: Columns,
  work: SingleFileWork,
  toRow: (row: SingleRow) => Row | RowFault[],
): Promise<Row[]> {
  const rows: Row[] = []
  const reject = (fault: RowFault) => work.onFault(faultAt(work.name, fault))
  let schema: ReturnType<typeof rowSchema> | undefined
  for await (const batch of readSingleCsv(path, columns, work)) {
    work.counts.read += batch.rows.length
    const present = batch.columns.flatMap((name) => (columns[name] ? [[name, columns[name]] as const] : []))
    schema ??= rowSchema(Object.fromEntries(present), work.timeZone)
    const readable = batch.rows.filter(({ line, cells }) => {
      const column = batch.columns.find((name) => cells[name]?.includes('\ufffd'))
      if (column !== undefined) reject({ row: { line }, column, reason: 'lost-letters' })
      return column === undefined
    })
    for (const parsed of await parseRows(readable, schema, reject)) {
      const row = toRow(parsed)
      if (Array.isArray(row)) row.forEach(reject)
      else rows.push(row)
    }
  }
  return rows
}

/** Notes a number of the report, unless it is zero. */
export function noteCount(
  { name, onNote }: SingleFileWork,
  reason: NoteReason,
  count: number,
  format: (count: number) => string = String,
): void {
  if (count !== 0) onNote({ file: name, line: 0, column: '', reason, value: format(count) })
}
