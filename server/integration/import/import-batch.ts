import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { DatabaseError } from 'pg'
import { z } from 'zod'
import { profileFields } from '#contract/people/profile-owners.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { operations } from '#server/db/schema/contracts.ts'
import { marks } from '#server/db/schema/learning.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { idOfYear } from '#server/db/school-years.ts'
import {
  type Columns,
  type Format,
  type ImportContext,
  ownSource,
  type Row,
  type RowFault,
  type RowNote,
  type Values,
} from '#server/integration/format-types/format.ts'
import { isNoteReason, type Reason } from '#server/integration/format-types/reasons.ts'
import { publishImported } from '#server/integration/webhooks/imported-events.ts'
import { type FormerAgent, removeGuardians } from './finish-unit.ts'
import { prepareNotices } from './import-notices.ts'
import { deleteRows, findRecords, keyOf, keyText, type StoredRecord, upsertRows } from './stored-records.ts'

/** What became of a row that is no fault. */
export type RecordOutcome = 'created' | 'changed' | 'unchanged' | 'deleted'

export type BatchWork = {
  transaction: Database
  context: ImportContext
  /** Files that are not imported: rows that refer to them are no faults. */
  refused: ReadonlySet<string>
  onOutcome: (outcome: Exclude<RecordOutcome, 'deleted'>, line: number) => void
  onFault: (fault: RowFault) => void
  onNote?: ((note: RowNote) => void) | undefined
  /** A row refers to a file that is not imported. */
  onBlocked: (file: string) => void
}

/** A row whose cells are parsed. */
export type ParsedRow = { line: number; sourcedId: string; cells: Values }

/** The columns that the rows have, and the defaults of the others. */
export type KnownColumns = {
  columns: Columns
  /** By column. */
  cells: Values
  /** By property, for new records. */
  values: Values
}

/** Imports a batch of rows: deletions are noted, references found, unchanged rows skipped, the others written. */
export class BatchImport {
  readonly work: BatchWork
  readonly format: Format
  readonly known: KnownColumns

  constructor(work: BatchWork, format: Format, known: KnownColumns) {
    this.work = work
    this.format = { ...format, onInsert: { ...known.values, ...format.onInsert } }
    this.known = known
  }

  async run(parsed: readonly ParsedRow[]): Promise<void> {
    const { transaction, context } = this.work
    const { collection } = this.format
    const rows = await this.withoutRepeated(parsed)
    const gone = rows.filter(({ cells }) => cells.status === 'tobedeleted').map(({ sourcedId }) => sourcedId)
    if (gone.length > 0) {
      await transaction.execute(
        sql`update external_ids set is_gone = true where source = ${context.source} and collection = ${collection} and external_id in ${listOf(gone, 'text')}`,
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
    const isChanged = new Set(changed)
    for (const row of found) if (!isChanged.has(row)) this.work.onOutcome('unchanged', row.line)
    const refused = new Set<RowFault['row']>()
    for (const finding of (await this.format.prepare?.(transaction, changed, context)) ?? []) {
      if (isNote(finding)) this.work.onNote?.(finding)
      else {
        this.reject(finding)
        refused.add(finding.row)
      }
    }
    await this.write(
      changed
        .filter((row) => !refused.has(row))
        .map((row) => this.planned(row, hashes.get(row) ?? '', stored.get(row.sourcedId))),
    )
  }

  /** Values that the file does not have: of the stored key, or the defaults of a new record. */
  completed(values: Values, record: StoredRecord | undefined): Values {
    const { table, attributes = {} } = this.format
    const others = table && record ? record.attributes : this.known.values
    const names = table ? [...keyOf(table), ...(record ? [] : Object.values(attributes))] : Object.keys(others)
    const missing = names.filter((name) => values[name] === undefined && others[name] !== undefined && name !== 'id')
    return { ...values, ...Object.fromEntries(missing.map((name) => [name, others[name]])) }
  }

  reject(fault: RowFault): void {
    this.work.onFault(fault)
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
      this.reject({ row, column: 'sourcedId', reason: 'repeated', value: row.sourcedId })
      return false
    })
  }

  async withReferences(rows: readonly ParsedRow[]): Promise<(ParsedRow & { values: Values })[]> {
    const { transaction, context, refused, onBlocked } = this.work
    const references = Object.entries(this.known.columns).flatMap(([name, { of }]) => (of ? [{ name, ...of }] : []))
    const records = new Map<string, Map<string, StoredRecord>>()
    for (const [collection, some] of Map.groupBy(references, (one) => one.collection)) {
      const ids = rows.flatMap(({ cells }) => some.flatMap(({ name }) => referred(cells[name])))
      records.set(collection, await findRecords(transaction, { source: context.source, collection }, ids))
    }
    return rows.flatMap((row) => {
      const values: Values = {}
      for (const [name, { to }] of Object.entries(this.known.columns)) if (to) values[to] = row.cells[name]
      let isComplete = true
      for (const { name, collection, fill } of references) {
        const [id] = referred(row.cells[name])
        const record = id === undefined ? undefined : records.get(collection)?.get(id)
        for (const [property, attribute] of Object.entries(fill))
          values[property] = record?.attributes[attribute] ?? null
        if (id === undefined || record) continue
        isComplete = false
        if (refused.has(collection)) onBlocked(collection)
        else this.reject({ row, column: name, reason: 'unknown', value: id })
      }
      return isComplete ? [{ ...row, values }] : []
    })
  }

  planned(row: Row, hash: string, record: StoredRecord | undefined): PlannedRow {
    const { table, isPart, attributes = {} } = this.format
    if (!table) return { row, hash, record, key: null, attributes: pick(row.values, attributes) }
    const parts = keyOf(table)
    if (parts.length === 1 && parts[0] === 'id' && !isPart)
      row.values.id = row.key ?? (this.isOwnUuid(row.sourcedId) ? row.sourcedId : this.newId(row.values))
    const key = keyText(this.format, row.values)
    const ids = Object.fromEntries(parts.map((part) => [part, part]))
    return { row, hash, record, key, attributes: pick(row.values, { ...ids, ...attributes }, record?.attributes) }
  }

  newId(values: Values): string {
    const { table } = this.format
    const instant = table && datedBy.get(table)
    if (!instant) return randomUUID()
    const { now } = this.work.context
    return idOfYear(new Date(String(values[instant] ?? now.toISOString())), now)
  }

  isOwnUuid(id: string): boolean {
    return this.work.context.source === ownSource && z.guid().safeParse(id).success
  }

  /** Writes rows in one statement. If the database refuses it, the halves are written, down to the refused row. */
  async write(rows: readonly PlannedRow[]): Promise<void> {
    const { transaction, onOutcome } = this.work
    if (rows.length === 0) return
    const { context } = this.work
    const notify = await prepareNotices(this.format.file, { transaction, context, rows: rows.map(({ row }) => row) })
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
    const written = rows.map(({ row, record, attributes }) => {
      const outcome = row.isNew && !record ? ('created' as const) : ('changed' as const)
      this.touch(row)
      for (const agent of agentsNamedAnew(attributes, record?.attributes))
        context.touched.namedRights.add(JSON.stringify([String(row.values.id), agent]))
      onOutcome(outcome, row.line)
      return { row, outcome }
    })
    await removeGuardians(transaction, formerAgents(rows), context)
    await publishImported(transaction, { collection: this.format.file, written, now: context.now })
    await notify()
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
      const owners = this.work.context.profileOwners
      const kept = profileFields.flatMap((field) => (owners?.[field] === 'school' ? [] : (format.kept?.[field] ?? [])))
      // A new record has values that others keep.
      for (const some of Map.groupBy(rows, (row) => given(row).join()).values()) {
        const values = some.map(({ row }) => row.values)
        await upsertRows(transaction, format, some.slice(0, 1).flatMap(given), values, kept)
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
    const listsAgents = 'agentSourcedIds' in this.known.columns || 'metadata.agentRights' in this.known.columns
    if (file === 'users' && listsAgents) touched.guardians.add(String(values.id))
    if (file === 'enrollments' && !table) touched.teachers.add(String(values.groupId))
    if (file === 'operations') touched.payments.add(String(values.paymentId))
  }
}

/** Tables whose ids name the school year, and the property that it is taken from. */
const datedBy = new Map<PgTable, string>([
  [lessons, 'startsAt'],
  [marks, 'givenAt'],
  [operations, 'at'],
])

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

/** Attributes of a row. Those that it does not have stay as they are stored. */
function pick(values: Values, names: Readonly<Record<string, string>>, stored: Values = {}): Values {
  const picked = Object.entries(names).map(([name, property]) => {
    const value = values[property]
    return [name, (value === undefined ? stored[name] : value) ?? null]
  })
  return Object.fromEntries(picked)
}

/** People whom the rows listed as guardians or children, and no longer do. */
function formerAgents(rows: readonly PlannedRow[]): FormerAgent[] {
  return rows.flatMap(({ row: { values }, record, attributes }) => {
    const agents = new Set(agentsOf(attributes.agents))
    const former = agentsOf(record?.attributes.agents).filter((agent) => !agents.has(agent))
    return former.map((agent) => ({ user_id: String(values.id), agent }))
  })
}

/** Agents whose rights the row names otherwise than it did before. */
function agentsNamedAnew({ agentRights }: Values, stored: Values = {}): string[] {
  const before = namedRightsOf(stored.agentRights)
  return namedRightsOf(agentRights).flatMap(({ agent, rights }) => {
    const former = before.find((one) => one.agent === agent)
    return isDeepStrictEqual(former?.rights, rights) ? [] : [agent]
  })
}

function namedRightsOf(value: unknown): { agent: string; rights: unknown }[] {
  return Array.isArray(value) ? value : []
}

function agentsOf(value: unknown): string[] {
  return Array.isArray(value) ? value : []
}

function referred(cell: unknown): string[] {
  if (Array.isArray(cell)) return cell.slice(0, 1) as string[]
  return typeof cell === 'string' ? [cell] : []
}

function isNote(finding: RowFault | RowNote): finding is RowNote {
  return isNoteReason(finding.reason)
}

function hashOf(values: Values): string {
  return createHash('sha1').update(JSON.stringify(values)).digest('base64')
}

/** Errors of data; others are errors of the program or of the connection. */
export function refusalOf(error: unknown): { reason: Reason; value?: string } | null {
  const found = error instanceof Error && error.cause instanceof DatabaseError ? error.cause : error
  if (!(found instanceof DatabaseError) || !/^(22|23|21000|P0001)/.test(found.code ?? '')) return null
  // The keys of the partitions.
  if (/^operations_\w+_pkey$/.test(found.constraint ?? '')) return { reason: 'added-only' }
  return { reason: 'constraint', value: found.constraint ?? found.message }
}
