import { resolve } from 'node:path'
import type { CsvColumns, CsvRow } from '#server/csv/read-csv.ts'
import { readTable, tableFileParser } from '#server/csv/read-table.ts'
import type { TablePart, TableRefusal } from '#server/csv/table-parser.ts'
import type { Columns } from '#server/integration/format-types/format.ts'
import type { Fault, Note, Reason } from '#server/integration/format-types/reasons.ts'
import { type Parser, ParserKilled, runParser } from '#server/parsers/run-parser.ts'
import { BundleError } from './bundle-error.ts'
import type { BundlePath, BundleTable, listFiles } from './bundle-parser.ts'

/** A zip or a folder, and the bytes of its known files. */
export type ListedBundle = BundlePath & { files: ReadonlyMap<string, number>; notes: Note[] }

type Listeners = {
  onFault: (fault: Fault) => void
  onNote: (note: Note) => void
  onBytes: (bytes: number) => void
}

const parserOf = (name: string) =>
  ({ limits: 'table', module: new URL('./bundle-parser.ts', import.meta.url), name }) as const
const listParser: Parser<BundlePath, Awaited<ReturnType<typeof listFiles>>> = parserOf('listFiles')
const fileParser: Parser<BundleTable, AsyncIterable<TablePart<Reason>>> = parserOf('readFile')

/** Lists a bundle; what is none is a `BundleError`. Processes with limits read it. */
export async function listBundle(path: string, known: readonly string[]): Promise<ListedBundle> {
  const bundle = { path: resolve(path), known }
  const listed = await runParser(listParser, bundle).catch(throwTooComplex)
  if ('refusal' in listed) throw errorOf(listed.refusal)
  return { ...bundle, files: new Map(listed.files), notes: listed.notes }
}

/**
 * The rows of a CSV file of a bundle in batches, with the known columns of the file. Findings and progress are reported if
 * there are listeners; what cannot be separated into rows is a `BundleError`.
 */
export function readCsv(
  { path, known }: ListedBundle,
  name: string,
  columns: Columns,
  listeners: Partial<Listeners>,
): AsyncGenerator<CsvBatch> {
  return readColumns(fileParser, { path, known, name }, columns, { name, ...listeners })
}

/** The same of a file that is no bundle. A column that is not known refuses it. */
export function readSingleCsv(path: string, columns: Columns, listeners: Listeners & { name: string }) {
  return readColumns(tableFileParser, { path: resolve(path) }, columns, { ...listeners, isStrict: true })
}

type CsvBatch = { columns: readonly string[]; rows: CsvRow[] }

async function* readColumns<File>(
  parser: Parser<File & { columns: CsvColumns }, AsyncIterable<TablePart<Reason>>>,
  file: File,
  columns: Columns,
  { name, isStrict, onFault, onNote, onBytes }: Partial<Listeners> & { name: string; isStrict?: true },
): AsyncGenerator<CsvBatch> {
  const known = Object.keys(columns)
  const required = known.filter((column) => columns[column]?.isRequired)
  const maxCellCharacters = Object.fromEntries(
    known.map((column) => [column, columns[column]?.kind.maxCharacters ?? 0]),
  )
  let found: readonly string[] = []
  const reading = readTable(
    parser,
    { ...file, columns: { known, required, maxCellCharacters } },
    {
      onHeader: (header) => {
        found = header.columns
        const value = header.ignored.join(', ')
        if (value !== '' && isStrict) throw new BundleError('unknown-columns', value, 1)
        if (value !== '') onNote?.({ file: name, line: 1, column: '', reason: 'ignored-columns', value })
      },
      onProblem: ({ line, column, problem, value }) => onFault?.({ file: name, line, column, reason: problem, value }),
      onBytes: (bytes) => onBytes?.(bytes),
      refuse: errorOf,
    },
  )
  for await (const rows of reading) yield { columns: found, rows }
}

function errorOf({ problem, value, line }: TableRefusal<Reason>): BundleError {
  return new BundleError(problem, value || undefined, line)
}

function throwTooComplex(error: unknown): never {
  throw error instanceof ParserKilled ? new BundleError('too-complex') : error
}
