import { type Fault, readCsv } from '#server/csv-file.ts'
import { columns, createCalendar, type Row, readRow, requiredColumns } from './row.ts'

export type FileRead = { rows: Row[]; faults: Fault[] }
type Options = { now: Date; timeZone: string; onRow?: (count: number) => void }

/** The rows of a file with what is wrong in it; one that cannot be read as a table at all is a `StartFailure`. */
export async function readReceipts(path: string, { onRow, ...moment }: Options): Promise<FileRead> {
  const calendar = createCalendar(moment)
  return readCsv(
    path,
    { all: columns, required: requiredColumns },
    (cells, line) => readRow(cells, line, calendar),
    onRow,
  )
}
