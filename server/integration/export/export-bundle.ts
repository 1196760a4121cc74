import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { ZipFile } from 'yazl'
import { writeAtomically } from '#server/backup/backup-file.ts'
import type { Database } from '#server/db/client.ts'
import { columnsOf, type Format, ownSource, type Values } from '#server/integration/format-types/format.ts'
import { formats } from '#server/integration/formats/units.ts'
import { saveRecords } from '#server/integration/import/import-batch.ts'
import { columnName, keyOf, keyText } from '#server/integration/import/stored-records.ts'

const batchSize = 5000

/**
 * Writes all data of the school as a bulk set of our own source: ids are the keys of the records. They are stored, so
 * that the set can be changed and imported here again. Never overwrites a file. Returns the number of rows by file.
 */
export async function exportBundle(database: Database, path: string, timeZone: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  await writeAtomically(path, (unfinished) => writeBundle(database, unfinished, timeZone, counts))
  return counts
}

async function writeBundle(
  database: Database,
  path: string,
  timeZone: string,
  counts: Map<string, number>,
): Promise<void> {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(path))
  // Its failure is thrown below, or where a full stream waits for it.
  written.catch(() => undefined)
  await database.transaction(
    async (transaction) => {
      await transaction.execute(sql`set local statement_timeout = 0`)
      for (const [file, some] of Map.groupBy(formats, (format) => format.file)) {
        const output = new PassThrough()
        zip.addReadStream(output, `${file}.csv`)
        output.write(headerOf(some))
        let rows = 0
        for (const format of some) {
          for await (const text of rowsOf(transaction, format, timeZone)) {
            rows += text.length
            if (!output.write(text.join(''))) await Promise.race([once(output, 'drain'), written])
          }
        }
        output.end()
        counts.set(`${file}.csv`, rows)
      }
    },
    { isolationLevel: 'repeatable read' },
  )
  zip.addBuffer(Buffer.from(manifestOf([...counts.keys()])), 'manifest.csv')
  zip.end()
  await written
}

/** The manifest of a bulk set with these files. */
export function manifestOf(files: readonly string[], source = ownSource): string {
  const lines = [
    ['manifest.version', '1.0'],
    ['oneroster.version', '1.2'],
    ...files.map((file) => [`file.${file.replace('.csv', '')}`, 'bulk']),
    ['source.systemName', 'Personal account'],
    ['source.systemCode', source],
  ]
  return [['propertyName', 'value'], ...lines].map(line).join('')
}

export function headerOf([format]: readonly Format[]): string {
  return format ? line(Object.keys(columnsOf(format))) : ''
}

function line(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",;\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
}

async function* rowsOf(transaction: Database, format: Format, timeZone: string): AsyncGenerator<string[]> {
  const query = format.exported?.rows ?? (format.table && tableRows(format.table))
  if (!query) return
  await transaction.execute(sql`declare exported cursor for ${query}`)
  for (;;) {
    const { rows } = await transaction.execute<{ row: Values }>(sql.raw(`fetch ${batchSize} from exported`))
    if (rows.length === 0) break
    const values = rows.map(({ row }) => propertiesOf(format.table, row))
    await register(transaction, format, values)
    yield values.map((row) => line(Object.values(cellsOf(format, row, timeZone))))
  }
  await transaction.execute(sql`close exported`)
}

function tableRows(table: PgTable): SQL {
  const key = keyOf(table).map((property) => sql.identifier(columnName(table, property)))
  return sql`select row_to_json(${table}) as row from ${table} order by ${sql.join(key, sql`, `)}`
}

/** Names of the database become properties. */
export function propertiesOf(table: PgTable | null, row: Values): Values {
  const names = new Map(
    Object.entries(table ? getTableColumns(table) : {}).map(([property, { name }]) => [name, property]),
  )
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      names.get(name) ?? name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}

/** Cells by column, in the order of the columns. References are keys. */
export function cellsOf(format: Format, row: Values, timeZone: string): Record<string, string> {
  const own: Record<string, string> = {
    sourcedId: keyText(format, row),
    status: 'active',
    ...format.exported?.cells?.(row, timeZone),
  }
  return Object.fromEntries(
    Object.entries(columnsOf(format)).map(([name, { kind, to, of }]) => {
      if (own[name] !== undefined || (!to && !of)) return [name, own[name] ?? '']
      const properties = of?.exported ?? Object.keys(of?.fill ?? {}).slice(0, 1)
      const value = to ? row[to] : properties.map((property) => row[property] ?? '').join('.')
      return [name, value === null || value === undefined ? '' : kind.write((of?.isList ? [value] : value) as never)]
    }),
  )
}

async function register(transaction: Database, format: Format, rows: readonly Values[]): Promise<void> {
  const { table, collection, attributes = {} } = format
  const parts = table ? keyOf(table).map((part) => [part, part] as const) : []
  const names = [...parts, ...Object.entries(attributes)]
  await saveRecords(
    transaction,
    rows.map((row) => ({
      source: ownSource,
      collection,
      external_id: keyText(format, row),
      target: table ? getTableName(table) : null,
      key: table ? keyText(format, row) : null,
      attributes: Object.fromEntries(names.map(([name, property]) => [name, row[property] ?? null])),
      hash: '',
      is_gone: false,
    })),
  )
}
