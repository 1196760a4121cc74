import type { PgTable } from 'drizzle-orm/pg-core'

/** Rows of one table, all with the same keys. */
export type Batch = { table: PgTable; rows: readonly Record<string, unknown>[] }

export function batch<T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]): Batch {
  return { table, rows }
}

export function* portions<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
