import { createReadStream } from 'node:fs'
import { CsvFileError, type CsvProblem } from './csv-problems.ts'
import { type CsvColumns, type CsvHeader, type CsvRow, type CsvRowProblem, readCsv } from './read-csv.ts'

// Runs in the process of a parser (`server/parsers/run-parser.ts`).

// csv-parse makes an error of each row that is shorter than the one before, and drops it: without a stack that is cheap.
Error.stackTraceLimit = 0

/** Rows of a file with their problems and the bytes that were read for them, or why it is not read further. */
export type TablePart<Problem = CsvProblem> =
  | { header?: CsvHeader; rows: CsvRow[]; problems: CsvRowProblem[]; bytes: number }
  | { refusal: TableRefusal<Problem> }
export type TableRefusal<Problem = CsvProblem> = { problem: Problem; value: string; line: number }

export type TableFile = { path: string; columns: CsvColumns }

/** Of a part. */
const maxRows = 2000
const maxCharacters = 2 ** 20

export function readTableFile({ path, columns }: TableFile): AsyncGenerator<TablePart> {
  return readTableStream(createReadStream(path), columns)
}

/** The rows of a CSV file in parts of bounded size. */
export async function* readTableStream(
  stream: AsyncIterable<Uint8Array>,
  columns: CsvColumns,
): AsyncGenerator<TablePart> {
  const empty = () => ({ rows: [] as CsvRow[], problems: [] as CsvRowProblem[], bytes: 0 })
  let part: ReturnType<typeof empty> & { header?: CsvHeader } = empty()
  let characters = 0
  const reading = readCsv(stream, columns, {
    onHeader: (header) => {
      part.header = header
    },
    onBytes: (bytes) => {
      part.bytes += bytes
    },
  })
  try {
    for await (const row of reading) {
      if ('problem' in row) part.problems.push(row)
      else {
        part.rows.push(row)
        for (const name in row.cells) characters += row.cells[name]?.length ?? 0
      }
      if (part.rows.length + part.problems.length < maxRows && characters < maxCharacters) continue
      yield part
      part = empty()
      characters = 0
    }
    yield part
  } catch (error) {
    if (!(error instanceof CsvFileError)) throw error
    yield part
    const { problem, value, line } = error
    yield { refusal: { problem, value, line } }
  }
}
