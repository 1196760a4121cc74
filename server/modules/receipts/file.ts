import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import { StartFailure } from '#server/start-failure.ts'
import { unstorableIn } from '#server/storable.ts'
import { type Cells, columns, createCalendar, type Fault, type Row, readRow, requiredColumns } from './row.ts'

export type FileRead = { rows: Row[]; faults: Fault[] }
type Options = { now: Date; timeZone: string; onRow?: (count: number) => void }

const unstorable = 'holds a character U+0000, which cannot be kept'

/** The rows of a file with what is wrong in it; one that cannot be read as a table at all is a `StartFailure`. */
export async function readReceipts(path: string, { onRow = () => {}, ...moment }: Options): Promise<FileRead> {
  const header = await headerOf(path)
  if (header === '') namesOf([])
  const delimiter = (header.match(/;/g) ?? []).length > (header.match(/,/g) ?? []).length ? ';' : ','
  const parser = createReadStream(path).pipe(
    parse({ bom: true, columns: namesOf, delimiter, info: true, skip_empty_lines: true, trim: true }),
  )
  const calendar = createCalendar(moment)
  const read: FileRead = { rows: [], faults: [] }
  let count = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: Cells; info: { lines: number } }>) {
      const isKept = unstorableIn(record).length === 0
      const row = isKept ? readRow(record, info.lines, calendar) : [{ line: info.lines, message: unstorable }]
      if (Array.isArray(row)) read.faults.push(...row)
      else read.rows.push(row)
      count += 1
      onRow(count)
    }
  } catch (error) {
    // What follows a broken line cannot be told from it.
    if (!(error instanceof CsvError)) throw error
    read.faults.push({
      line: Number(error.lines ?? 1),
      message: 'cannot be read: another number of columns, or a stray quote',
    })
  }
  return read
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

function namesOf(header: string[]): string[] {
  const names = header.map((name) => name.trim().toLowerCase())
  const missing = requiredColumns.filter((name) => !names.includes(name))
  const unknown = names.filter((name) => !(columns as readonly string[]).includes(name))
  if (missing.length > 0)
    throw new StartFailure(`The first line must name the columns; missing: ${missing.join(', ')}.`)
  if (unknown.length > 0) throw new StartFailure(`Columns that nobody knows: ${unknown.join(', ')}.`)
  return names
}
