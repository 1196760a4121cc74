import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import { StartupError } from '#server/startup-error.ts'
import { findInvalidText } from '#server/text-validation.ts'

/** An error in a row of a file. Lines are counted from 1. */
export type RowError = { line: number; message: string }

const unstorable = 'holds a character U+0000, which cannot be kept'

type Columns<Name extends string> = { all: readonly Name[]; required: readonly Name[] }

/** Cells of one row by column name. */
export type CsvCells<Name extends string> = Readonly<Partial<Record<Name, string>>>

/**
 * Reads a UTF-8 CSV file with a header, separated by commas or semicolons. An unreadable file or an unknown column is a
 * `StartupError`. A malformed row is a row error and ends the reading, because later rows cannot be separated.
 */
export async function readCsv<Name extends string, Row>(
  path: string,
  columns: Columns<Name>,
  read: (cells: CsvCells<Name>, line: number) => Row | RowError[],
  onRow: (count: number) => void = () => {},
): Promise<{ rows: Row[]; faults: RowError[] }> {
  const header = await headerOf(path)
  const names = (found: string[]) => namesOf(found, columns)
  if (header === '') names([])
  const parser = createReadStream(path).pipe(parse({ ...csvOptions(header), columns: names }))
  const result: { rows: Row[]; faults: RowError[] } = { rows: [], faults: [] }
  let count = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: CsvCells<Name>; info: { lines: number } }>) {
      const isKept = findInvalidText(record).length === 0
      const row = isKept ? read(record, info.lines) : [{ line: info.lines, message: unstorable }]
      if (Array.isArray(row)) result.faults.push(...row)
      else result.rows.push(row)
      count += 1
      onRow(count)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    result.faults.push({
      line: Number(error.lines ?? 1),
      message: 'cannot be read: another number of columns, or a stray quote',
    })
  }
  return result
}

/** How every CSV file is read. The delimiter is the more frequent of semicolons and commas in its header. */
export function csvOptions(header: string) {
  const count = (delimiter: string) => header.split(delimiter).length
  const delimiter = count(';') > count(',') ? ';' : ','
  return { bom: true, delimiter, info: true, skip_empty_lines: true, trim: true } as const
}

/** The first line of a file. */
export async function headerOf(path: string): Promise<string> {
  try {
    const file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    await file.close()
    return buffer.toString('utf8', 0, bytesRead).trimStart().split('\n', 1)[0] ?? ''
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(`The file cannot be read: ${reason}.`, { cause: error })
  }
}

function namesOf(header: string[], { all, required }: Columns<string>): string[] {
  const names = header.map((name) => name.trim().toLowerCase())
  const missing = required.filter((name) => !names.includes(name))
  const unknown = names.filter((name) => !all.includes(name))
  if (missing.length > 0)
    throw new StartupError(`The first line must name the columns; missing: ${missing.join(', ')}.`)
  if (unknown.length > 0) throw new StartupError(`Unknown columns: ${unknown.join(', ')}.`)
  return names
}
