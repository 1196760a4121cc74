import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { tablesOfPeople } from '#server/personal-data/tables.ts'

type Table = { table: string; columns: { name: string; type: string }[] }

/** Every table of the product and of its queues, without partitions. */
export async function tablesOf(database: Database): Promise<Table[]> {
  const { rows } = await database.execute<Table>(sql`
    select case when nspname = 'public' then relname else nspname || '.' || relname end as table,
      json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null)) order by attnum) as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
    where nspname in ('public', 'identity_provider', 'pgboss') and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped
    group by 1 order by 1`)
  return rows
}

/** The tables in which a trace, in lower case, is found, also in their binary columns. */
export async function searchEverywhere(database: Database, traces: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const { table, columns } of await tablesOf(database)) {
    const inText = traces.map((trace) => sql`position(${trace} in lower(row_of_table::text)) > 0`)
    const inFiles = columns
      .filter(({ type }) => type === 'bytea')
      .flatMap(({ name }) =>
        traces.map((trace) => sql`position(convert_to(${trace}, 'UTF8') in ${sql.identifier(name)}) > 0`),
      )
    const { rows } = await database.execute(
      sql`select from ${sql.raw(table)} as row_of_table where ${sql.join([...inText, ...inFiles], sql` or `)} limit 1`,
    )
    if (rows.length > 0) found.push(table)
  }
  return found
}

/** Whether documents of a table are kept by law after a deletion. */
export function isKept(table: string): boolean {
  const erased = tablesOfPeople[table]?.erased
  return typeof erased === 'object' && 'kept' in erased
}
