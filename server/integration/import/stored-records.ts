import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { columnsOf, type Format, ownSource, type Values } from '#server/integration/format-types/format.ts'
import { formats } from '#server/integration/formats/units.ts'

/** A record that an external id stands for. */
export type StoredRecord = {
  externalId: string
  target: string | null
  key: string | null
  attributes: Values
  hash: string
  isGone: boolean
  /** The id is of this source, not of our own. */
  isOfSource: boolean
}

/** Records by external id: of the source, else those that were made here. */
export async function findRecords(
  transaction: Database,
  { source, collection }: { source: string; collection: string },
  ids: readonly string[],
): Promise<Map<string, StoredRecord>> {
  if (ids.length === 0) return new Map()
  const { rows } = await transaction.execute<StoredRecord>(sql`
    select external_id as "externalId", target, key, attributes, hash, is_gone as "isGone",
      source = ${source} as "isOfSource"
    from external_ids
    where source in (${source}, ${ownSource}) and collection = ${collection}
      and external_id = any(${sql.param([...new Set(ids)])}::text[])
    order by source = ${source}
  `)
  const records = new Map(rows.map((row) => [row.externalId, row]))
  const missing = [...new Set(ids)].filter((id) => !records.has(id) && z.guid().safeParse(id).success)
  for (const record of await findOwnRecords(transaction, collection, missing)) records.set(record.externalId, record)
  return records
}

/** Records that were made here: their external ids are their keys. */
async function findOwnRecords(
  transaction: Database,
  collection: string,
  ids: readonly string[],
): Promise<StoredRecord[]> {
  const records: StoredRecord[] = []
  if (ids.length === 0) return records
  for (const { table, attributes = {} } of formats.filter((format) => format.collection === collection)) {
    const [key, ...more] = table ? keyOf(table) : []
    if (!table || key !== 'id' || more.length > 0) continue
    const { rows } = await transaction.execute<{ row: Record<string, unknown> }>(sql`
      select row_to_json(${table}) as row from ${table}
      where id in ${listOf(ids, 'uuid')}`)
    const names = Object.entries({ id: 'id', ...attributes })
    for (const { row } of rows) {
      const found = names.map(([name, property]) => [name, row[getTableColumns(table)[property]?.name ?? '']])
      const externalId = String(row.id)
      const own = { target: getTableName(table), hash: '', isGone: false, isOfSource: false }
      records.push({ externalId, key: externalId, attributes: Object.fromEntries(found), ...own })
    }
  }
  return records
}

/** Computed once: each row of an import needs its key. */
const keys = new WeakMap<PgTable, readonly string[]>()

/** Properties of the primary key. */
export function keyOf(table: PgTable): readonly string[] {
  const key = keys.get(table) ?? findKey(table)
  keys.set(table, key)
  return key
}

function findKey(table: PgTable): string[] {
  const columns = Object.entries(getTableColumns(table))
  const composite = getTableConfig(table).primaryKeys[0]?.columns.map(({ name }) => name)
  return columns.filter(([, { name, primary }]) => composite?.includes(name) ?? primary).map(([property]) => property)
}

/** The key of a record as text, its parts written as in a file. */
export function keyText(format: Format, values: Values): string {
  const parts = format.table ? keyOf(format.table) : ['id']
  const columns = Object.values(columnsOf(format))
  return parts
    .map((property) => {
      const value = values[property]
      return columns.find(({ to }) => to === property)?.kind.write(value as never) ?? String(value)
    })
    .join('.')
}

export function columnName(table: PgTable, property: string): string {
  const column = getTableColumns(table)[property]
  if (!column) throw new Error(`${getTableName(table)} has no ${property}`)
  return column.name
}

/** Rows as a set of records of the table, in one JSON parameter. */
function recordset(table: PgTable, properties: readonly string[], rows: readonly Values[]): SQL {
  const names = properties.map((property) => [property, columnName(table, property)] as const)
  const records = rows.map((row) => Object.fromEntries(names.map(([property, name]) => [name, row[property] ?? null])))
  return sql`json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json)`
}

function columnList(
  table: PgTable,
  properties: readonly string[],
  write: (column: SQL) => SQL = (column) => column,
): SQL {
  return sql.join(
    properties.map((property) => write(sql`${sql.identifier(columnName(table, property))}`)),
    sql`, `,
  )
}

/** Writes rows that all have the same properties. `kept`: columns that a person who has signed in keeps. */
export async function upsertRows(
  transaction: Database,
  format: Format & { table: PgTable },
  properties: readonly string[],
  rows: readonly Values[],
  kept: readonly string[] = [],
): Promise<void> {
  const { table, onInsert = {}, isPart, isAddOnly } = format
  if (rows.length === 0) return
  const key = keyOf(table)
  const changed = properties.filter((property) => !key.includes(property))
  const isKey = sql.join(
    key.map(
      (property) =>
        sql`${table}.${sql.identifier(columnName(table, property))} = imported.${sql.identifier(columnName(table, property))}`,
    ),
    sql` and `,
  )
  if (isPart) {
    const set = columnList(table, changed, (column) => sql`${column} = imported.${column}`)
    await transaction.execute(
      sql`update ${table} set ${set} from ${recordset(table, properties, rows)} as imported where ${isKey}`,
    )
    return
  }
  const written = [...new Set([...properties, ...Object.keys(onInsert)])]
  const values = rows.map((row) => ({ ...onInsert, ...row }))
  const set = sql.join(
    changed.map((property) => {
      const column = sql.identifier(columnName(table, property))
      return kept.includes(property)
        ? sql`${column} = case when ${table}.last_sign_in_at is null then excluded.${column} else coalesce(nullif(${table}.${column}, ''), excluded.${column}) end`
        : sql`${column} = excluded.${column}`
    }),
    sql`, `,
  )
  const conflict = isAddOnly
    ? sql``
    : changed.length > 0
      ? sql`on conflict (${columnList(table, key)}) do update set ${set}`
      : sql`on conflict do nothing`
  await transaction.execute(
    sql`insert into ${table} (${columnList(table, written)}) select ${columnList(table, written)} from ${recordset(table, written, values)} ${conflict}`,
  )
}

/** Deletes records by their keys, or sets what stands for a deletion. */
export async function deleteRows(
  transaction: Database,
  { table, onDelete }: Format & { table: PgTable },
  keys: readonly Values[],
): Promise<void> {
  const key = keyOf(table)
  const isKey = sql`(${columnList(table, key)}) in (select ${columnList(table, key)} from ${recordset(table, key, keys)} as gone)`
  if (!onDelete) {
    await transaction.execute(sql`delete from ${table} where ${isKey}`)
    return
  }
  const set = sql.join(
    Object.entries(onDelete).map(([property, value]) => sql`${sql.identifier(columnName(table, property))} = ${value}`),
    sql`, `,
  )
  await transaction.execute(sql`update ${table} set ${set} where ${isKey}`)
}
