import { CsvFileError } from '#server/csv/csv-problems.ts'
import * as csv from '#server/csv/read-csv.ts'
import { BundleError, type BundleFile } from './bundle.ts'
import type { Columns } from './format.ts'
import type { Fault, Note } from './reasons.ts'

export type CsvRow = csv.CsvRow
type Listeners = {
  onFault: (fault: Fault) => void
  onNote: (note: Note) => void
  onBytes: (bytes: number) => void
}

const batchSize = 2000

/**
 * The rows of a CSV file in batches, with the known columns of the file. Findings and progress are reported if there are
 * listeners; what cannot be separated into rows is a `BundleError`.
 */
export async function* readCsv(
  name: string,
  file: BundleFile,
  columns: Columns,
  { onFault, onNote, onBytes }: Partial<Listeners>,
): AsyncGenerator<{ columns: readonly string[]; rows: CsvRow[] }> {
  const known = Object.keys(columns)
  const required = known.filter((column) => columns[column]?.isRequired)
  let found: readonly string[] = []
  let rows: CsvRow[] = []
  const stream = await file.open()
  const reading = csv.readCsv(
    stream,
    { known, required },
    {
      onHeader: (header) => {
        found = header.columns
        const value = header.ignored.join(', ')
        if (value !== '') onNote?.({ file: name, line: 1, column: '', reason: 'ignored-columns', value })
      },
      onProblem: ({ line, column, problem, value }) => onFault?.({ file: name, line, column, reason: problem, value }),
      onBytes: (bytes) => onBytes?.(bytes),
    },
  )
  try {
    for await (const row of reading) {
      rows.push(row)
      if (rows.length < batchSize) continue
      yield { columns: found, rows }
      rows = []
    }
    if (rows.length > 0) yield { columns: found, rows }
  } catch (error) {
    if (!(error instanceof CsvFileError)) throw error
    throw new BundleError(error.problem, error.value || undefined, error.line)
  } finally {
    stream.destroy()
  }
}
