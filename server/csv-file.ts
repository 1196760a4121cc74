import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import { StartFailure } from './start-failure.ts'
import { unstorableIn } from './storable.ts'

/** What is wrong with a file, by its line, counted from 1. */
export type Fault = { line: number; message: string }

const unstorable = 'holds a character U+0000, which cannot be kept'

type Columns<Name extends string> = { all: readonly Name[]; required: readonly Name[] }

/** What a line holds, and whether it is in the encoding it should be in. */
export type Cells<Name extends string> = Readonly<Partial<Record<Name, string>>>

/**
 * The lines of a CSV file in UTF-8 whose first line names the columns, by commas or semicolons. One that cannot be read
 * as a table at all is a `StartFailure`; a broken line is a fault, and what follows it cannot be told from it.
 */
export async function readCsv<Name extends string, Row>(
  path: string,
  columns: Columns<Name>,
  read: (cells: Cells<Name>, line: number) => Row | Fault[],
  onRow: (count: number) => void = () => {},
): Promise<{ rows: Row[]; faults: Fault[] }> {
  const header = await headerOf(path)
  const names = (found: string[]) => namesOf(found, columns)
  if (header === '') names([])
  const delimiter = (header.match(/;/g) ?? []).length > (header.match(/,/g) ?? []).length ? ';' : ','
  const parser = createReadStream(path).pipe(
    parse({ bom: true, columns: names, delimiter, info: true, skip_empty_lines: true, trim: true }),
  )
  const result: { rows: Row[]; faults: Fault[] } = { rows: [], faults: [] }
  let count = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: Cells<Name>; info: { lines: number } }>) {
      const isKept = unstorableIn(record).length === 0
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

async function headerOf(path: string): Promise<string> {
  try {
    const file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    await file.close()
    return buffer.toString('utf8', 0, bytesRead).trimStart().split('\n', 1)[0] ?? ''
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartFailure(`The file cannot be read: ${reason}.`, { cause: error })
  }
}

function namesOf(header: string[], { all, required }: Columns<string>): string[] {
  const names = header.map((name) => name.trim().toLowerCase())
  const missing = required.filter((name) => !names.includes(name))
  const unknown = names.filter((name) => !all.includes(name))
  if (missing.length > 0)
    throw new StartFailure(`The first line must name the columns; missing: ${missing.join(', ')}.`)
  if (unknown.length > 0) throw new StartFailure(`Columns that nobody knows: ${unknown.join(', ')}.`)
  return names
}
