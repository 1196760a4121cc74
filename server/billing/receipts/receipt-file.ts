import { type RowError, readCsv } from '#server/cli/csv-file.ts'
import {
  createReceiptCalendar,
  parseReceiptRow,
  type ReceiptRow,
  receiptColumns,
  requiredReceiptColumns,
} from './receipt-row.ts'

export type ReceiptFile = { rows: ReceiptRow[]; faults: RowError[] }
type Options = { now: Date; timeZone: string; onRow?: (count: number) => void }

/** The rows of a file and their errors. Throws a `StartupError` for a file that is no table. */
export async function readReceiptFile(path: string, { onRow, ...moment }: Options): Promise<ReceiptFile> {
  const calendar = createReceiptCalendar(moment)
  return readCsv(
    path,
    { all: receiptColumns, required: requiredReceiptColumns },
    (cells, line) => parseReceiptRow(cells, line, calendar),
    onRow,
  )
}
