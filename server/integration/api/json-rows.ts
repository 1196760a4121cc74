import { throwProblem } from '#server/http/http-error.ts'
import type { Columns } from '#server/integration/format-types/format.ts'
import { isTooDeep } from '#server/integration/format-types/json-depth.ts'
import type { RowBatch } from '#server/integration/import/import-file.ts'

/**
 * A record of a request: cells as in a CSV file. Lines are counted from 1. `inexact` names the cells with numbers that
 * `JSON.parse` has rounded.
 */
export type GivenRecord = { line: number; collection: string; cells: Record<string, string>; inexact: string[] }

/** More are sent in several requests. */
export const maxRecords = 10_000
/** Different names of all records. */
const maxColumns = 1000

/** Reads NDJSON or a JSON array of objects. A record may name another collection than that of the address. */
export function readJsonRows(body: Uint8Array, collection: string, isNdjson: boolean): GivenRecord[] {
  const text = decodeUtf8(body)
  const values = isNdjson
    ? text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [parseJson(line, `line ${at + 1}`)]))
    : parseJson(text, 'the body')
  if (!Array.isArray(values)) throwProblem('unreadable-request', 'The body is neither NDJSON nor a JSON array')
  if (values.length > maxRecords) throwProblem('too-large', `More than ${maxRecords} records: send several requests`)
  const names = new Set<string>()
  return values.map((value: unknown, at) => {
    const record = recordOf(value, at + 1, collection)
    for (const name of Object.keys(record.cells)) names.add(name)
    if (names.size > maxColumns) throwProblem('unreadable-request', `More than ${maxColumns} different columns`)
    return record
  })
}

function recordOf(value: unknown, line: number, collection: string): GivenRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throwProblem('unreadable-request', `Record ${line} is not an object`)
  const { collection: named = collection, ...columns } = value as Record<string, unknown>
  const cells = Object.entries(columns).map(([name, cell]) => [name, textOf(cell)])
  const inexact = Object.keys(columns).filter((name) => [columns[name]].flat().some(isInexact))
  return { line, collection: String(named), cells: Object.fromEntries(cells), inexact }
}

/** Whether a number is beyond 2^53: an id would be rounded to another one. */
function isInexact(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
}

/**
 * Batches of records with the same known columns; the others are reported. Required columns are always known, but of a
 * deletion only the id is read.
 */
export async function* rowBatches(
  records: readonly GivenRecord[],
  columns: Columns,
  onIgnored: (name: string) => void,
): AsyncGenerator<RowBatch> {
  const required = Object.keys(columns).filter((name) => columns[name]?.isRequired)
  const kinds = Map.groupBy(records, ({ cells }) => {
    const known = Object.keys(cells).filter((name) => Object.hasOwn(columns, name))
    for (const name of Object.keys(cells)) if (!Object.hasOwn(columns, name)) onIgnored(name)
    if (cells.status === 'tobedeleted') return 'sourcedId,status'
    return [...new Set([...required, ...known])].sort().join()
  })
  for (const [names, some] of kinds) {
    const known = names.split(',')
    for (let start = 0; start < some.length; start += batchSize) {
      const rows = some.slice(start, start + batchSize).map(({ line, cells }) => ({
        line,
        // A required column that is missing stays so, and is a fault.
        cells: Object.fromEntries(
          known
            .filter((name) => name in cells || !required.includes(name))
            .map((name) => [name, cells[name]?.trim() ?? '']),
        ),
      }))
      yield { columns: known, rows }
    }
  }
}

const batchSize = 2000

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function parseJson(text: string, place: string): unknown {
  if (isTooDeep(text)) throwProblem('unreadable-request', `Nested too deeply: ${place}`)
  try {
    return JSON.parse(text)
  } catch {
    return throwProblem('unreadable-request', `No JSON: ${place}`)
  }
}

function decodeUtf8(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return throwProblem('unreadable-request', 'The body is not UTF-8')
  }
}
