import { type Parser, ParserKilled, readInParts } from '#server/parsers/run-parser.ts'
import type { CsvProblem } from './csv-problems.ts'
import type { CsvHeader, CsvRow, CsvRowProblem } from './read-csv.ts'
import type { TableFile, TablePart, TableRefusal } from './table-parser.ts'

type Listeners<Problem> = {
  /** May throw to refuse the file. */
  onHeader: (header: CsvHeader) => void
  onProblem: (problem: CsvRowProblem) => void
  onBytes?: (bytes: number) => void
  /** The error of a file that is not read further. */
  refuse: (refusal: TableRefusal<Problem>) => Error
}

export const tableFileParser: Parser<TableFile, AsyncIterable<TablePart>> = {
  limits: 'table',
  module: new URL('./table-parser.ts', import.meta.url),
  name: 'readTableFile',
}

/** The rows of a CSV file in batches of bounded size, read by a process with limits. */
export async function* readTable<Input, Problem>(
  parser: Parser<Input, AsyncIterable<TablePart<Problem>>>,
  input: Input,
  { onHeader, onProblem, onBytes, refuse }: Listeners<NoInfer<Problem> | CsvProblem>,
): AsyncGenerator<CsvRow[]> {
  try {
    for await (const part of readInParts(parser, input)) {
      if ('refusal' in part) throw refuse(part.refusal)
      onBytes?.(part.bytes)
      if (part.header) onHeader(part.header)
      part.problems.forEach(onProblem)
      if (part.rows.length > 0) yield part.rows
    }
  } catch (error) {
    throw error instanceof ParserKilled ? refuse({ problem: 'too-complex', value: '', line: 0 }) : error
  }
}
