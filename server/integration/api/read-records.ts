import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { cellsOf, propertiesOf } from '#server/integration/export/export-bundle.ts'
import { amount, type CellKind } from '#server/integration/format-types/cell-kinds.ts'
import { type Column, columnsOf, type Format, ownSource, type Values } from '#server/integration/format-types/format.ts'
import { columnName, keyOf } from '#server/integration/import/stored-records.ts'

export type ApiRecord = Record<string, unknown>
type Found = { key: string; row: Values | null; changedAt: string | null }
type Reader = {
  source: string
  /** The school's, for days of instants. */
  timeZone: string
}
type Reading = Reader & {
  /** Only what was written since. */
  updatedSince?: Date | undefined
  after?: string | undefined
  limit: number
}

/**
 * A page of a collection, with the ids of the source where it has ids, else with the keys of the records. With
 * `updatedSince` also the ids of what was deleted. `next` is null on the last page.
 */
export async function readRecords(
  database: Database,
  formats: readonly Format[],
  { updatedSince, after = '', limit, ...reader }: Reading,
): Promise<{ records: ApiRecord[]; next: string | null }> {
  const [, at = '0', start = ''] = /^(\d)\.(.*)$/s.exec(after) ?? []
  const records: ApiRecord[] = []
  let from = start
  for (let index = Number(at); index < formats.length; index += 1) {
    const format = formats[index]
    if (!format) continue
    const room = limit - records.length
    const found = await findRows(database, format, { updatedSince, from, limit: room })
    records.push(...(await recordsOf(database, format, reader, found)))
    const last = found.at(-1)
    if (last && found.length === room) return { records, next: `${index}.${last.key}` }
    from = ''
  }
  return { records, next: null }
}

/** One record by its key, of a table or of any; null if there is none. */
export async function readRecord(
  database: Database,
  formats: readonly Format[],
  { target, key, ...reader }: Reader & { target?: string | null; key: string },
): Promise<ApiRecord | null> {
  for (const format of formats) {
    if (target !== undefined && (format.table && getTableName(format.table)) !== target) continue
    const found = await findRows(database, format, { only: key, from: '', limit: 1 })
    const [record] = await recordsOf(database, format, reader, found)
    if (record) return record
  }
  return null
}

/**
 * Before this instant no open transaction has begun: what is written from now on is found by `updatedSince` with it.
 * Without it, a transaction that ends later than a reading and began earlier would be missed.
 */
export async function readingHorizon(database: Database): Promise<Date> {
  const { rows } = await database.execute<{ at: string }>(sql`
    select least(now(), min(xact_start)) as at from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
  `)
  return new Date(rows[0]?.at ?? 0)
}

async function findRows(
  database: Database,
  format: Format,
  { updatedSince, only, from, limit }: { updatedSince?: Date | undefined; only?: string; from: string; limit: number },
): Promise<Found[]> {
  const target = format.table ? getTableName(format.table) : (format.exported?.changes ?? '')
  const since = updatedSince && target !== '' ? sql`${updatedSince.toISOString()}::timestamptz` : null
  const deleted = since
    ? sql`union all select key, null, changed_at from record_changes where target = ${target} and is_deleted and changed_at >= ${since} and key > ${from} collate "C"`
    : sql``
  const { rows } = await database.execute<Found>(sql`
    with live as (${keyedRows(format, { from, only })})
    select key, row, "changedAt" from (
      select live.key, live.row::jsonb as row, changed_at as "changedAt" from live
        left join record_changes as changes on target = ${target} and changes.key = live.key
      ${since ? sql`where changed_at >= ${since}` : sql``}
      ${deleted}
    ) as found order by key collate "C" limit ${limit}
  `)
  return rows
}

function keyedRows(format: Format, { from, only }: { from: string; only?: string | undefined }): SQL {
  const { table, exported } = format
  const isWanted = (key: SQL) => (only === undefined ? sql`${key} > ${from} collate "C"` : sql`${key} = ${only}`)
  if (table && !exported?.rows) {
    const key = joined(keyOf(table).map((part) => sql`${sql.identifier(columnName(table, part))}::text`))
    return sql`select row_to_json(${table}) as row, ${key} as key from ${table} where ${isWanted(key)}`
  }
  const parts = table ? keyOf(table).map((part) => columnName(table, part)) : ['id']
  // `->>` and `||` have the same precedence.
  const key = joined(parts.map((part) => sql`(row ->> ${part}::text)`))
  return sql`select row, ${key} as key from (${exported?.rows ?? sql``}) as exported where ${isWanted(key)}`
}

function joined(parts: readonly SQL[]): SQL {
  return sql`(${sql.join([...parts], sql` || '.' || `)})`
}

type Reference = { collection: string; key: string }

/** Rows become records whose ids are those of the source. */
async function recordsOf(
  database: Database,
  format: Format,
  { source, timeZone }: Reader,
  found: readonly Found[],
): Promise<ApiRecord[]> {
  const rows = found.map(({ key, row, changedAt }) => {
    const values = row && propertiesOf(format.table, row)
    return { own: ownKey(format, values, key), changedAt, cells: values && cellsOf(format, values, timeZone), key }
  })
  const columns = Object.entries(columnsOf(format))
  const references = rows.flatMap(({ own, cells }): Reference[] => [
    { collection: format.collection, key: own },
    ...columns.flatMap(([name, column]) => referencesIn(cells?.[name] ?? '', column)),
  ])
  const ids = await externalIdsOf(database, source, references)
  const idOf = ({ collection, key }: Reference, fallback = key) => ids.get(`${collection} ${key}`) ?? fallback
  return rows.map(({ own, key, cells, changedAt }) => {
    const sourcedId = idOf({ collection: format.collection, key: own }, key)
    const dateLastModified = changedAt && new Date(changedAt).toISOString()
    if (!cells) return { sourcedId, status: 'tobedeleted', dateLastModified }
    const named = columns.map(([name, column]) => {
      const cell = cells[name] ?? ''
      const referred = referencesIn(cell, column)
      return [name, jsonOf(column.kind, referred.length > 0 ? referred.map((one) => idOf(one)).join(',') : cell)]
    })
    return {
      ...Object.fromEntries(named),
      sourcedId: idOf({ collection: format.collection, key: cells.sourcedId ?? '' }, sourcedId),
      dateLastModified,
    }
  })
}

function referencesIn(cell: string, { of, lists }: Column): Reference[] {
  const collection = of?.collection ?? lists
  if (collection === undefined || cell === '') return []
  return cell.split(',').map((key) => ({ collection, key }))
}

/** What stands for the key of a row that has no record: its attributes. */
function ownKey({ table, attributes = {} }: Format, values: Values | null, key: string): string {
  if (table || !values) return key
  return Object.values(attributes)
    .flatMap((property) => values[property] ?? [])
    .join('.')
}

async function externalIdsOf(
  database: Database,
  source: string,
  references: readonly Reference[],
): Promise<Map<string, string>> {
  if (source === ownSource || references.length === 0) return new Map()
  const unique = [...new Map(references.map((one) => [`${one.collection} ${one.key}`, one])).values()]
  const { rows } = await database.execute<Reference & { id: string }>(sql`
    select wanted.collection, wanted.key, min(external_id) as id
    from json_to_recordset(${JSON.stringify(unique)}::json) as wanted (collection text, key text)
      join external_ids on source = ${source} and external_ids.collection = wanted.collection and not is_gone
        and wanted.key = coalesce(external_ids.key, (
          select string_agg(value, '.' order by array_position(array['branch', 'userId', 'role', 'groupId', 'teacherId'], name))
          from jsonb_each_text(attributes) as attribute (name, value) where name <> 'isPrimary'
        ))
    group by wanted.collection, wanted.key
  `)
  return new Map(rows.map(({ collection, key, id }) => [`${collection} ${key}`, id]))
}

/** The JSON value of a cell: numbers, flags and lists as such, amounts as text, null for an empty cell. */
function jsonOf(kind: CellKind, cell: string): unknown {
  if (kind.title.startsWith('list of ')) return cell === '' ? [] : cell.split(',')
  if (cell === '') return null
  if (kind === amount) return cell
  const { data } = kind.schema.safeParse(cell)
  return typeof data === 'number' || typeof data === 'boolean' || kind.title === 'JSON' ? data : cell
}
