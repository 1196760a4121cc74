import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'

/** A checksum of the content of each table, and the position of each sequence, by name. */
export async function checksumsOf(database: Database): Promise<Map<string, string>> {
  const { rows: tables } = await database.execute<{ schema: string; name: string }>(sql`
    select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname in ('public', 'identity_provider') order by 1, 2`)
  const sums = new Map<string, string>()
  for (const { schema, name } of tables) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`
    const { rows } = await database.execute<{ sum: string }>(
      sql`select md5(coalesce(string_agg(held::text, ' ' order by held::text), '')) as sum from ${table} as held`,
    )
    sums.set(schema === 'public' ? name : `${schema}.${name}`, rows[0]?.sum ?? '')
  }
  const { rows: sequences } = await database.execute<{ name: string; at: string }>(
    sql`select sequencename as name, coalesce(last_value, 0)::text as at from pg_sequences`,
  )
  for (const { name, at } of sequences) sums.set(name, at)
  return sums
}

/** The names of the differences, sorted. */
export function changedBetween(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after.keys()].filter((name) => before.get(name) !== after.get(name)).sort()
}
