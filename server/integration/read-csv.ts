import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { csvOptions } from '#server/cli/csv-file.ts'
import { findInvalidText } from '#server/text-validation.ts'
import { BundleError, type BundleFile } from './bundle.ts'
import type { Columns } from './format.ts'
import type { Fault, Note } from './reasons.ts'

const longestRow = 16 * 2 ** 20

export type CsvRow = { line: number; cells: Record<string, string> }
type Listeners = {
  onFault: (fault: Fault) => void
  onNote: (note: Note) => void
  onBytes: (bytes: number) => void
}

/** The rows of a CSV file in batches of 2000. Findings and progress are reported if there are listeners. */
export async function* csvRows(
  name: string,
  file: BundleFile,
  columns: Columns,
  listeners: Partial<Listeners>,
): AsyncGenerator<{ columns: readonly string[]; rows: CsvRow[] }> {
  let names: readonly string[] = []
  const onHeader = (found: string[]) => {
    names = found
  }
  const none = () => undefined
  const all = { batchSize: 2000, onHeader, onFault: none, onNote: none, onBytes: none, ...listeners }
  for await (const rows of readCsv(name, file, columns, all)) yield { columns: names, rows }
}

/**
 * Reads a CSV file in UTF-8, separated by commas or semicolons, in batches. A row with another number of columns is a
 * fault; what cannot be separated into rows ends the reading. Calls `onHeader` with the known columns of the file.
 */
export async function* readCsv(
  name: string,
  file: BundleFile,
  columns: Columns,
  {
    batchSize,
    onHeader,
    onFault,
    onNote,
    onBytes,
  }: Listeners & { batchSize: number; onHeader: (names: string[]) => void },
): AsyncGenerator<CsvRow[]> {
  const header = (found: string[]) => {
    const names = found.map((column) => column.trim())
    const known = names.filter((column) => column in columns)
    const missing = Object.keys(columns).filter((column) => columns[column]?.isRequired && !names.includes(column))
    const repeated = known.filter((column, at) => known.indexOf(column) !== at)
    const ignored = names.filter((column) => !(column in columns))
    if (missing.length > 0) throw new BundleError('missing-columns', missing.join(', '), 1)
    if (repeated.length > 0) throw new BundleError('repeated-columns', repeated.join(', '), 1)
    if (ignored.length > 0)
      onNote({ file: name, line: 1, column: '', reason: 'ignored-columns', value: ignored.join(', ') })
    onHeader(known)
    return names.map((column) => (column in columns ? column : undefined))
  }
  const fault = (line: number, column: string, { reason, value }: Pick<Fault, 'reason' | 'value'>) =>
    onFault({ file: name, line, column, reason, value })
  const chunks = decoded(await file.open(), onBytes)
  const first = await chunks.next()
  const start = first.done ? '' : first.value
  const [line = ''] = start.split(/[\r\n]/, 1)
  if (start.trim() === '') header([])
  const parser = parse({
    ...csvOptions(line),
    columns: header,
    max_record_size: longestRow,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error?.code === 'CSV_RECORD_INCONSISTENT_COLUMNS') fault(Number(error.lines), '', { reason: 'other-columns' })
      else if (error) parser.destroy(error)
    },
  })
  // Its errors end the parser, which throws them.
  pipeline(Readable.from(restOf(start, chunks)), parser).catch(() => undefined)
  let batch: CsvRow[] = []
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>
      info: { lines: number }
    }>) {
      const [column] = findInvalidText(record)
      if (column === undefined) batch.push({ line: info.lines, cells: record })
      else fault(info.lines, column, { reason: 'not-storable' })
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  } catch (error) {
    throw error instanceof CsvError ? errorOf(error) : error
  } finally {
    parser.destroy()
  }
}

function errorOf({ code, lines }: CsvError & { lines?: unknown }): BundleError {
  const line = Number(lines ?? 1)
  return code === 'CSV_MAX_RECORD_SIZE'
    ? new BundleError('long-line', String(longestRow), line)
    : new BundleError('stray-quote', undefined, line)
}

async function* restOf(start: string, chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start
  yield* chunks
}

async function* decoded(stream: Readable, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let lines = 1
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const text = decoder.decode(chunk, { stream: true })
      lines += text.split('\n').length - 1
      onBytes(chunk.length)
      if (text !== '') yield text
    }
    yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? new BundleError('not-utf-8', undefined, lines) : error
  } finally {
    stream.destroy()
  }
}
