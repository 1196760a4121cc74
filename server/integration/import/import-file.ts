import { setImmediate } from 'node:timers/promises'
import { getTableColumns } from 'drizzle-orm'
import type { z } from 'zod'
import type { CsvRow } from '#server/csv/read-csv.ts'
import { BundleError } from '#server/integration/bundle/bundle-error.ts'
import {
  columnsOf,
  type Format,
  type RowFault,
  type RowNote,
  rowSchema,
  type Values,
} from '#server/integration/format-types/format.ts'
import type { Fault, Note, Reason } from '#server/integration/format-types/reasons.ts'
import { BatchImport, type BatchWork, type KnownColumns, type ParsedRow, type RecordOutcome } from './import-batch.ts'

export type Counts = Record<'read' | 'faulty' | RecordOutcome, number>

/** Rows that have the same columns. Other columns of the format keep what is stored, or take their defaults. */
export type RowBatch = { columns: readonly string[]; rows: CsvRow[] }

export type FileImport = Omit<BatchWork, 'onFault' | 'onNote'> & {
  /** Of the file, for findings. */
  name: string
  /** Reads the rows. The file may be read several times; findings and progress are of the first time. */
  read: (format: Format, isFirst: boolean) => AsyncIterable<RowBatch>
  onRead: (rows: number) => void
  onFault: (fault: Fault) => void
  onNote?: (note: Note) => void
}

/** Applies the formats of one file, each in a pass of its own. Findings of the file itself are made in the first. */
export async function importFile(work: FileImport, formats: readonly Format[]): Promise<void> {
  for (const [pass, format] of formats.entries()) await importPass(work, format, pass === 0)
}

async function importPass(work: FileImport, format: Format, isFirst: boolean): Promise<void> {
  const tree: Tree = new Map()
  const report = (fault: RowFault) => work.onFault(faultAt(work.name, fault))
  const note = ({ row: { line }, ...finding }: RowNote) => work.onNote?.({ file: work.name, line, ...finding })
  const reject = (fault: RowFault) => void (isFirst && report(fault))
  const kinds = new Map<string, { known: KnownColumns; schema: z.ZodObject }>()
  const kindOf = (columns: readonly string[]) => {
    const key = columns.join()
    const kind = kinds.get(key) ?? kindOfRows(format, columns, work.context.timeZone)
    kinds.set(key, kind)
    return kind
  }
  try {
    for await (const { columns, rows: batch } of readAhead(work.read(format, isFirst))) {
      if (isFirst) work.onRead(batch.length)
      const { known, schema } = kindOf(columns)
      const parsed = await parseRows(batch, schema, reject)
      const rows = parsed.map(({ line, cells }): ParsedRow => {
        return { line, sourcedId: String(cells.sourcedId), cells: { ...known.cells, ...cells } }
      })
      if (isFirst && format.parent)
        for (const row of rows) tree.set(row.sourcedId, { ...row, parent: row.cells[format.parent] as string | null })
      // A deletion is of the whole collection, whatever the other cells are.
      const accepted = rows.filter(({ cells }) =>
        cells.status === 'tobedeleted' ? isFirst : (format.accepts?.(cells) ?? true),
      )
      await new BatchImport({ ...work, onFault: report, onNote: note }, format, known).run(accepted)
    }
    for (const { line, parent } of cyclesIn(tree))
      reject({ row: { line }, column: format.parent ?? '', reason: 'cycle', value: parent ?? '' })
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    const { line, reason, value = '' } = error
    reject({ row: { line }, column: '', reason, value })
  }
}

/** Reads the next batch while the database writes the present one. */
async function* readAhead<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  const iterator = batches[Symbol.asyncIterator]()
  const read = () => {
    const next = iterator.next()
    // Thrown when it is awaited.
    next.catch(() => undefined)
    return next
  }
  try {
    for (let next = await iterator.next(); !next.done; ) {
      const following = read()
      yield next.value
      next = await following
    }
  } finally {
    await iterator.return?.()
  }
}

/** Between two pieces the server does its other work. */
const maxPieceMs = 20

async function* inPieces<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  let start = performance.now()
  for (const row of rows) {
    yield row
    if (performance.now() - start < maxPieceMs) continue
    await setImmediate()
    start = performance.now()
  }
}

function kindOfRows(
  format: Format,
  names: readonly string[],
  timeZone: string,
): { known: KnownColumns; schema: z.ZodObject } {
  const known: KnownColumns = { columns: {}, cells: {}, values: {} }
  const properties = format.table ? getTableColumns(format.table) : {}
  for (const [name, column] of Object.entries(columnsOf(format))) {
    const { to, fallback } = column
    if (names.includes(name)) known.columns[name] = column
    else if (fallback !== undefined) {
      known.cells[name] = fallback
      if (to && fallback !== null && (!format.table || to in properties)) known.values[to] = fallback
    }
  }
  return { known, schema: rowSchema(known.columns, timeZone) }
}

type Tree = Map<string, { line: number; parent: string | null }>

/** The rows whose cells are what the schema asks for; faults of the others are reported. */
export async function parseRows(
  rows: readonly CsvRow[],
  schema: z.ZodObject,
  reject: (fault: RowFault) => void,
): Promise<{ line: number; cells: Values }[]> {
  const parsed: { line: number; cells: Values }[] = []
  for await (const { line, cells } of inPieces(rows)) {
    const { data, error } = schema.safeParse(cells, { reportInput: true })
    if (data) parsed.push({ line, cells: data })
    for (const { path, message, input } of error?.issues ?? [])
      reject({ row: { line }, column: String(path[0]), reason: message as Reason, value: String(input ?? '') })
  }
  return parsed
}

function cyclesIn(tree: Tree): { line: number; parent: string | null }[] {
  return [...tree].flatMap(([id, node]) => {
    const seen = new Set([id])
    for (let parent = node.parent; parent; parent = tree.get(parent)?.parent ?? null) {
      if (parent === id) return [node]
      if (seen.has(parent)) return []
      seen.add(parent)
    }
    return []
  })
}

export function faultAt(file: string, { row: { line }, column, reason, value }: RowFault): Fault {
  return { file, line, column, reason, value }
}
