import type { AuditAction } from '#contract/people/audit.ts'
import type { Database } from '#server/db/client.ts'
import { readSingleCsv } from '#server/integration/bundle/read-bundle.ts'
import { type Columns, type ImportContext, type RowFault, rowSchema, type Values } from '#server/integration/format.ts'
import { type Counts, faultAt, parseRows } from '#server/integration/import-file.ts'
import type { Fault, Note, NoteReason } from '#server/integration/reasons.ts'

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

/** Reads a CSV file with these columns. `check` finds faults that several cells make. */
export async function readRows(
  path: string,
  columns: Columns,
  work: SingleFileWork,
  check: (row: SingleRow) => RowFault[] = () => [],
): Promise<SingleRow[]> {
  const rows: SingleRow[] = []
  const reject = (fault: RowFault) => work.onFault(faultAt(work.name, fault))
  for await (const batch of readSingleCsv(path, columns, work)) {
    work.counts.read += batch.rows.length
    const present = Object.fromEntries(batch.columns.flatMap((name) => (columns[name] ? [[name, columns[name]]] : [])))
    const readable = batch.rows.filter(({ line, cells }) => {
      const [column] = Object.entries(cells).find(([, cell]) => cell.includes('\ufffd')) ?? []
      if (column !== undefined) reject({ row: { line }, column, reason: 'lost-letters' })
      return column === undefined
    })
    for (const row of await parseRows(readable, rowSchema(present, work.timeZone), reject)) {
      const faults = check(row)
      faults.forEach(reject)
      if (faults.length === 0) rows.push(row)
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
