import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CsvError, parse } from 'csv-parse'
import { isValidText } from '#server/http/text-validation.ts'
import { CsvFileError, type CsvProblem } from './csv-problems.ts'
import { fileKindOf } from './file-kind.ts'
import { decodeText, EncodingError, type TextEncoding } from './text-encoding.ts'

export type CsvColumns = {
  known: readonly string[]
  required: readonly string[]
  /** A longer cell is a problem of its row: of all columns, or by column. Others are limited by their row. */
  maxCellCharacters?: number | Readonly<Record<string, number>>
}
/** Cells by known column; missing cells at the end of a row are empty. Lines are counted from 1. */
export type CsvRow = { line: number; cells: Record<string, string> }
export type CsvRowProblem = { line: number; column: string; problem: CsvProblem; value: string }
export type CsvHeader = {
  /** Known columns in the order of the file. */
  columns: string[]
  /** Names that are not known. */
  ignored: string[]
}
type CsvListeners = {
  /** May throw to refuse the file. */
  onHeader: (header: CsvHeader) => void
  onBytes: (bytes: number) => void
}

const maxRowCharacters = 16 * 2 ** 20
const maxHeaderCharacters = 2 ** 20
const maxColumns = 1000
const maxRows = 10_000_000
const delimiters = [';', ',', '\t', '|']
const delimiterNames: Record<string, string> = { '\t': 'TAB' }
const blankLine = /^[\s;,|"\ufeff]*$/

/**
 * Reads a CSV file that Excel or another program has saved: UTF-8, UTF-16 or Windows-1251; separated by what `sep=` says,
 * or by the semicolons, commas, tabs or bars that give the most known columns. Names of columns are compared without
 * case. Blank rows and unnamed columns are skipped. A row with more cells than the header, or with a value in an unnamed
 * column, is a problem of this row. What cannot be separated into rows, or is past the limits, is a `CsvFileError`.
 */
export async function* readCsv(
  stream: AsyncIterable<Uint8Array>,
  columns: CsvColumns,
  { onHeader, onBytes }: CsvListeners,
): AsyncGenerator<CsvRow | CsvRowProblem> {
  let encoding: TextEncoding = 'utf-8'
  const chunks = textOf(stream, onBytes, (found) => {
    encoding = found
  })
  const start = await firstLines(chunks)
  const { delimiter, firstLine } = dialectOf(start, columns.known)
  const parser = parse({
    delimiter,
    info: true,
    trim: true,
    from_line: firstLine,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRowCharacters,
  })
  // Its errors end the parser, which throws them.
  pipeline(Readable.from(restOf(start, chunks)), parser).catch(() => undefined)
  let layout: Layout | null = null
  let rows = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (record.every((cell) => cell.trim() === '')) continue
      const { lines: line } = info
      rows += 1
      if (rows > maxRows) throw new CsvFileError('too-many-rows', String(maxRows), line)
      if (layout) {
        yield rowOf(record, line, layout)
      } else {
        layout = layoutOf(record, columns, { line, delimiter, encoding })
        onHeader(layout)
      }
    }
  } catch (error) {
    throw fileErrorOf(error)
  } finally {
    parser.destroy()
  }
  if (!layout) throw new CsvFileError('missing-columns', columns.required.join(', '), 1)
}

type Layout = CsvHeader & {
  /** Number of columns up to the last one with a name. */
  width: number
  places: { name: string; at: number; maxCharacters: number }[]
  unnamed: number[]
}

function layoutOf(
  header: readonly string[],
  { known, required, maxCellCharacters = {} }: CsvColumns,
  { line, delimiter, encoding }: { line: number; delimiter: string; encoding: TextEncoding },
): Layout {
  if (header.length > maxColumns) throw new CsvFileError('too-many-columns', String(maxColumns), line)
  const names = header.map((cell) => cell.trim())
  const spelling = new Map(known.map((name) => [name.toLowerCase(), name]))
  const found = names.map((name) => spelling.get(name.toLowerCase()))
  const limitOf = (name: string) =>
    typeof maxCellCharacters === 'number' ? maxCellCharacters : (maxCellCharacters[name] ?? maxRowCharacters)
  const places = found.flatMap((name, at) => (name === undefined ? [] : [{ name, at, maxCharacters: limitOf(name) }]))
  const columns = places.map(({ name }) => name)
  const missing = required.filter((name) => !columns.includes(name))
  const repeated = columns.filter((name, at) => columns.indexOf(name) !== at)
  if (missing.length > 0) {
    // A file that was separated or decoded wrongly has no column at all.
    const how = columns.length > 0 ? '' : ` (${encoding.toUpperCase()}, «${delimiterNames[delimiter] ?? delimiter}»)`
    throw new CsvFileError('missing-columns', `${missing.join(', ')}${how}`, line)
  }
  if (repeated.length > 0) throw new CsvFileError('repeated-columns', repeated.join(', '), line)
  const width = names.findLastIndex((name) => name !== '') + 1
  const unnamed = names.flatMap((name, at) => (name === '' && at < width ? [at] : []))
  const ignored = names.filter((name, at) => name !== '' && found[at] === undefined)
  return { columns, ignored, width, places, unnamed }
}

function rowOf(record: readonly string[], line: number, { width, places, unnamed }: Layout): CsvRow | CsvRowProblem {
  const length = record.findLastIndex((cell) => cell.trim() !== '') + 1
  if (length > width) return { line, column: '', problem: 'other-columns', value: `${width}/${length}` }
  const filled = unnamed.find((at) => record[at]?.trim())
  if (filled !== undefined) return { line, column: '', problem: 'unnamed-column', value: String(filled + 1) }
  const cells: Record<string, string> = {}
  for (const { name, at, maxCharacters } of places) {
    const cell = record[at]?.trim() ?? ''
    if (cell.length > maxCharacters) return { line, column: name, problem: 'long-cell', value: String(maxCharacters) }
    if (!isValidText(cell)) return { line, column: name, problem: 'not-storable', value: '' }
    cells[name] = cell
  }
  return { line, cells }
}

/** How the rows are separated, and the line of the first of them: Excel takes a first line `sep=;` as the delimiter. */
function dialectOf(start: string, known: readonly string[]): { delimiter: string; firstLine: number } {
  const lines = start.split(/\r\n|\r|\n/)
  const [, given] = /^\ufeff?"?sep=(.)"?\W*$/i.exec(lines[0] ?? '') ?? []
  if (given !== undefined) return { delimiter: given, firstLine: 2 }
  const header = lines.find((line) => !blankLine.test(line)) ?? ''
  const names = new Set(known.map((name) => name.toLowerCase()))
  const score = (delimiter: string) => {
    const cells = header.split(delimiter)
    const found = cells.filter((cell) =>
      names.has(
        cell
          .replaceAll(/["\ufeff]/g, '')
          .trim()
          .toLowerCase(),
      ),
    )
    return found.length * maxHeaderCharacters + cells.length
  }
  const [delimiter = ','] = delimiters.toSorted((one, other) => score(other) - score(one))
  return { delimiter, firstLine: 1 }
}

/** The text up to the end of the first line with a name. Throws a `CsvFileError` if it is too long. */
async function firstLines(chunks: AsyncGenerator<string>): Promise<string> {
  let start = ''
  const hasHeader = () =>
    start
      .split(/[\r\n]+/)
      .slice(0, -1)
      .some(isHeader)
  while (!hasHeader()) {
    if (start.length > maxHeaderCharacters) throw new CsvFileError('long-line', String(maxHeaderCharacters), 1)
    const next = await chunks.next()
    if (next.done) break
    start += next.value
  }
  return start
}

function isHeader(line: string): boolean {
  return !blankLine.test(line) && !/^\ufeff?"?sep=/i.test(line)
}

async function* restOf(start: string, chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start
  yield* chunks
}

async function* textOf(
  stream: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
  onEncoding: (encoding: TextEncoding) => void,
): AsyncGenerator<string> {
  try {
    yield* decodeText(tablesOnly(stream, onBytes), onEncoding)
  } catch (error) {
    throw error instanceof EncodingError ? new CsvFileError('unknown-encoding', '', error.line) : error
  }
}

async function* tablesOnly(stream: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void) {
  let isStart = true
  for await (const chunk of stream) {
    const kind = isStart ? fileKindOf(chunk) : null
    if (kind) throw new CsvFileError('other-file', kind)
    isStart = false
    onBytes(chunk.length)
    yield chunk
  }
}

function fileErrorOf(error: unknown): unknown {
  const { code, lines } = (error ?? {}) as Partial<CsvError> & { lines?: unknown }
  if (!code?.startsWith('CSV_')) return error
  const line = Number(lines ?? 1)
  return code === 'CSV_MAX_RECORD_SIZE'
    ? new CsvFileError('long-line', String(maxRowCharacters), line)
    : new CsvFileError('stray-quote', '', line)
}
