import { createHash, randomUUID } from 'node:crypto'
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { z } from 'zod'
import type { Database } from '#server/db/client.ts'
import { BundleError, type BundleFile } from './bundle.ts'
import {
  type Columns,
  columnsOf,
  type Format,
  faultAt,
  type ImportContext,
  ownSource,
  type Row,
  type RowFault,
  rowSchema,
  type Values,
} from './format.ts'
import { type CsvRow, readCsv } from './read-csv.ts'
import type { Fault, Note, Reason } from './reasons.ts'
import { deleteRows, findRecords, keyOf, keyText, type StoredRecord, upsertRows } from './stored-records.ts'

export type Counts = Record<'read' | 'created' | 'changed' | 'unchanged' | 'deleted' | 'faulty', number>

export type FileImport = {
  transaction: Database
  context: ImportContext
  name: string
  file: BundleFile
  counts: Counts
  /** Files that are not imported: rows that refer to them are no faults. */
  refused: ReadonlySet<string>
  onFault: (fault: Fault) => void
  onNote: (note: Note) => void
  onBytes: (bytes: number) => void
  /** A row refers to a file that is not imported. */
  onBlocked: (file: string) => void
}

const batchSize = 2000

/** Applies the formats of one file, each in a pass of its own. Findings of the file itself are made in the first. */
export async function importFile(work: FileImport, formats: readonly Format[]): Promise<void> {
  for (const [pass, format] of formats.entries()) await importPass(work, format, pass === 0)
}

async function importPass(work: FileImport, format: Format, isFirst: boolean): Promise<void> {
  const { name, file, counts } = work
  const columns = columnsOf(format)
  let known: Columns = {}
  let schema = rowSchema({})
  const tree: Tree = new Map()
  const reject = (fault: Fault) => {
    if (!isFirst) return
    counts.faulty += 1
    work.onFault(fault)
  }
  const onHeader = (names: string[]) => {
    known = Object.fromEntries(Object.entries(columns).filter(([column]) => names.includes(column)))
    schema = rowSchema(known)
  }
  const absent = () =>
    Object.fromEntries(
      Object.entries(columns).flatMap(([column, { fallback }]) =>
        column in known || fallback === undefined ? [] : [[column, fallback]],
      ),
    )
  const listeners = {
    onFault: reject,
    onNote: isFirst ? work.onNote : () => undefined,
    onBytes: isFirst ? work.onBytes : () => undefined,
  }
  try {
    for await (const batch of readCsv(name, file, columns, { batchSize, onHeader, ...listeners })) {
      if (isFirst) counts.read += batch.length
      const defaults = absent()
      const rows = batch.flatMap((row) => parseRow(name, row, schema, defaults, reject))
      if (isFirst && format.parent)
        for (const row of rows) tree.set(row.sourcedId, { ...row, parent: row.cells[format.parent] as string | null })
      const accepted = rows.filter(({ cells }) => format.accepts?.(cells) ?? true)
      const insertOnly = insertOnlyValues(format, known)
      await new BatchImport(work, format, known, insertOnly).run(accepted)
    }
    for (const { line, parent } of cyclesIn(tree))
      reject({ file: name, line, column: format.parent ?? '', reason: 'cycle', value: parent ?? '' })
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    reject({ file: name, line: error.line, column: '', reason: error.reason, value: error.value })
  }
}

type ParsedRow = { line: number; sourcedId: string; cells: Values }
type Tree = Map<string, { line: number; parent: string | null }>

function parseRow(
  file: string,
  { line, cells }: CsvRow,
  schema: z.ZodObject,
  defaults: Values,
  reject: (fault: Fault) => void,
): ParsedRow[] {
  const { data, error } = schema.safeParse(cells)
  if (data) return [{ line, sourcedId: String(data.sourcedId), cells: { ...defaults, ...data } }]
  for (const { path, message } of error.issues) {
    const column = String(path[0])
    reject({ file, line, column, reason: message as Reason, value: cells[column] })
  }
  return []
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

/** Defaults of columns that the file does not have. */
function insertOnlyValues({ table, columns }: Format, known: Columns): Values {
  const properties = table ? getTableColumns(table) : {}
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, { to, fallback }]) =>
      to && (!table || to in properties) && !(name in known) && fallback !== undefined && fallback !== null
        ? [[to, fallback]]
        : [],
    ),
  )
}

/** Imports a batch of rows: deletions are noted, references found, unchanged rows skipped, the others written. */
class BatchImport {
  readonly work: FileImport
  readonly format: Format
  readonly known: Columns

  /** Of columns that the file does not have, for new records. */
  readonly fallbacks: Values

  constructor(work: FileImport, format: Format, known: Columns, fallbacks: Values) {
    this.work = work
    this.fallbacks = fallbacks
    this.format = { ...format, onInsert: { ...fallbacks, ...format.onInsert } }
    this.known = known
  }

  async run(parsed: readonly ParsedRow[]): Promise<void> {
    const { transaction, context, counts } = this.work
    const { collection } = this.format
    const rows = await this.withoutRepeated(parsed)
    const gone = rows.filter(({ cells }) => cells.status === 'tobedeleted').map(({ sourcedId }) => sourcedId)
    if (gone.length > 0) {
      await transaction.execute(
        sql`update external_ids set is_gone = true where source = ${context.source} and collection = ${collection} and external_id in (select json_array_elements_text(${JSON.stringify(gone)}::json))`,
      )
    }
    const active = rows.filter(({ cells }) => cells.status !== 'tobedeleted')
    const stored = await findRecords(
      transaction,
      { source: context.source, collection },
      active.map(({ sourcedId }) => sourcedId),
    )
    const hashes = new Map<Row, string>()
    const found = (await this.withReferences(active)).map((row): Row => {
      const record = stored.get(row.sourcedId)
      const given = { ...row.values, ...this.format.derive?.(row.values, row.cells, row.sourcedId) }
      const planned = { ...row, values: this.completed(given, record), key: record?.key ?? null, isNew: !record?.key }
      hashes.set(planned, hashOf(given))
      return planned
    })
    const changed = found.filter((row) => {
      const record = stored.get(row.sourcedId)
      return !record || record.hash !== hashes.get(row) || record.isGone || !record.isOfSource
    })
    counts.unchanged += found.length - changed.length
    const faults = (await this.format.prepare?.(transaction, changed, context)) ?? []
    for (const fault of faults) this.reject(fault)
    const refused = new Set(faults.map(({ row }) => row))
    await this.write(
      changed
        .filter((row) => !refused.has(row))
        .map((row) => this.planned(row, hashes.get(row) ?? '', stored.get(row.sourcedId))),
    )
  }

  /** Values that the file does not have: of the stored key, or the defaults of a new record. */
  completed(values: Values, record: StoredRecord | undefined): Values {
    const { table, attributes = {} } = this.format
    const others = table && record ? record.attributes : this.fallbacks
    const names = table ? [...keyOf(table), ...(record ? [] : Object.values(attributes))] : Object.keys(others)
    const missing = names.filter((name) => values[name] === undefined && others[name] !== undefined && name !== 'id')
    return { ...values, ...Object.fromEntries(missing.map((name) => [name, others[name]])) }
  }

  reject(fault: RowFault): void {
    this.work.counts.faulty += 1
    this.work.onFault(faultAt(this.work.name, fault))
  }

  async withoutRepeated(rows: readonly ParsedRow[]): Promise<ParsedRow[]> {
    const { transaction } = this.work
    const seen = rows.map(({ sourcedId, line }) => ({
      external_id: sourcedId,
      line,
      collection: this.format.collection,
    }))
    const { rows: added } = await transaction.execute<{ line: number }>(sql`
      insert into import_seen select * from json_populate_recordset(null::import_seen, ${JSON.stringify(seen)}::json)
      on conflict do nothing returning line
    `)
    const isFirst = new Set(added.map(({ line }) => line))
    return rows.filter((row) => {
      if (isFirst.has(row.line)) return true
      this.reject({ row: row as unknown as Row, column: 'sourcedId', reason: 'repeated', value: row.sourcedId })
      return false
    })
  }

  async withReferences(rows: readonly ParsedRow[]): Promise<(ParsedRow & { values: Values })[]> {
    const { transaction, context, refused, onBlocked } = this.work
    const references = Object.entries(this.known).flatMap(([name, { of }]) => (of ? [{ name, ...of }] : []))
    const records = new Map<string, Map<string, StoredRecord>>()
    for (const [collection, some] of Map.groupBy(references, (one) => one.collection)) {
      const ids = rows.flatMap(({ cells }) => some.flatMap(({ name }) => referred(cells[name])))
      records.set(collection, await findRecords(transaction, { source: context.source, collection }, ids))
    }
    return rows.flatMap((row) => {
      const values: Values = {}
      for (const [name, { to }] of Object.entries(this.known)) if (to) values[to] = row.cells[name]
      let isComplete = true
      for (const { name, collection, fill } of references) {
        const [id] = referred(row.cells[name])
        const record = id === undefined ? undefined : records.get(collection)?.get(id)
        for (const [property, attribute] of Object.entries(fill))
          values[property] = record?.attributes[attribute] ?? null
        if (id === undefined || record) continue
        isComplete = false
        if (refused.has(collection)) onBlocked(collection)
        else this.reject({ row: row as unknown as Row, column: name, reason: 'unknown', value: id })
      }
      return isComplete ? [{ ...row, values }] : []
    })
  }

  planned(row: Row, hash: string, record: StoredRecord | undefined): PlannedRow {
    const { table, isPart, attributes = {} } = this.format
    if (!table) return { row, hash, record, key: null, attributes: pick(row.values, attributes) }
    const parts = keyOf(table)
    if (parts.length === 1 && parts[0] === 'id' && !isPart)
      row.values.id = row.key ?? (this.isOwnUuid(row.sourcedId) ? row.sourcedId : randomUUID())
    const key = keyText(this.format, row.values)
    const ids = Object.fromEntries(parts.map((part) => [part, part]))
    return { row, hash, record, key, attributes: pick(row.values, { ...ids, ...attributes }) }
  }

  isOwnUuid(id: string): boolean {
    return this.work.context.source === ownSource && z.guid().safeParse(id).success
  }

  /** Writes rows in one statement. If the database refuses it, the halves are written, down to the refused row. */
  async write(rows: readonly PlannedRow[]): Promise<void> {
    const { transaction, counts } = this.work
    if (rows.length === 0) return
    try {
      await transaction.transaction((nested) => this.writeAll(nested, rows))
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      const [first] = rows
      if (rows.length === 1 && first) return this.reject({ row: first.row, column: '', ...refusal })
      const half = Math.ceil(rows.length / 2)
      await this.write(rows.slice(0, half))
      return this.write(rows.slice(half))
    }
    for (const { row, record } of rows) {
      this.touch(row)
      if (row.isNew && !record) counts.created += 1
      else counts.changed += 1
    }
  }

  async writeAll(transaction: Database, rows: readonly PlannedRow[]): Promise<void> {
    const { source } = this.work.context
    const { table, collection } = this.format
    if (table) {
      const format = { ...this.format, table }
      const moved = rows.flatMap(({ record, key }) => (record && record.key !== key ? [record.attributes] : []))
      if (moved.length > 0) await deleteRows(transaction, format, moved)
      const known = Object.keys(getTableColumns(table))
      if (known.includes('updatedAt'))
        for (const { row } of rows) row.values.updatedAt = this.work.context.now.toISOString()
      const given = ({ row }: PlannedRow) => known.filter((name) => row.values[name] !== undefined)
      // A new record has values that others keep.
      for (const some of Map.groupBy(rows, (row) => given(row).join()).values()) {
        const values = some.map(({ row }) => row.values)
        await upsertRows(transaction, format, some.slice(0, 1).flatMap(given), values)
      }
    }
    const records = rows.map(({ row, hash, key, attributes }) => {
      const target = table ? getTableName(table) : null
      return { source, collection, external_id: row.sourcedId, target, key, attributes, hash, is_gone: false }
    })
    await saveRecords(transaction, records)
  }

  touch({ values }: Row): void {
    const { touched } = this.work.context
    const { file, table } = this.format
    if (file === 'roles') touched.roles.add(String(values.userId))
    if (file === 'users' && 'agentSourcedIds' in this.known) touched.guardians.add(String(values.id))
    if (file === 'enrollments' && !table) touched.teachers.add(String(values.groupId))
  }
}

type PlannedRow = { row: Row; hash: string; record: StoredRecord | undefined; key: string | null; attributes: Values }
export type SavedRecord = Record<'source' | 'collection' | 'external_id' | 'hash', string> & {
  target: string | null
  key: string | null
  attributes: Values
  is_gone: boolean
}

export async function saveRecords(transaction: Database, records: readonly SavedRecord[]): Promise<void> {
  await transaction.execute(sql`
    insert into external_ids select * from json_populate_recordset(null::external_ids, ${JSON.stringify(records)}::json)
    on conflict (source, collection, external_id) do update set target = excluded.target, key = excluded.key,
      attributes = excluded.attributes, hash = excluded.hash, is_gone = false
  `)
}

function pick(values: Values, names: Readonly<Record<string, string>>): Values {
  return Object.fromEntries(Object.entries(names).map(([name, property]) => [name, values[property] ?? null]))
}

function referred(cell: unknown): string[] {
  if (Array.isArray(cell)) return cell.slice(0, 1) as string[]
  return typeof cell === 'string' ? [cell] : []
}

function hashOf(values: Values): string {
  return createHash('sha1').update(JSON.stringify(values)).digest('base64')
}

/** Errors of data; others are errors of the program or of the connection. */
export function refusalOf(error: unknown): { reason: Reason; value?: string } | null {
  const found = error instanceof Error && error.cause instanceof DatabaseError ? error.cause : error
  if (!(found instanceof DatabaseError) || !/^(22|23|21000|P0001)/.test(found.code ?? '')) return null
  if (found.constraint === 'operations_pkey') return { reason: 'added-only' }
  return { reason: 'constraint', value: found.constraint ?? found.message }
}
