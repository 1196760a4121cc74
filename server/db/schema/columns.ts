import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, check, customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The parts that tables of every area repeat. */

export const id = () => uuid('id').primaryKey().defaultRandom()

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Kopecks (D-22). */
export const money = (name: string) => bigint(name, { mode: 'number' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The database itself refuses a value outside the enumeration. The values are our own constants, hence raw. */
export function oneOf(name: string, column: AnyPgColumn, values: readonly string[]) {
  return check(name, sql`${column} in (${listed(values)})`)
}

/** As `oneOf`, for a column that holds several values. */
export function allOf(name: string, column: AnyPgColumn, values: readonly string[]) {
  return check(name, sql`${column} <@ array[${listed(values)}]::text[]`)
}

function listed(values: readonly string[]): SQL {
  return sql.raw(values.map((value) => `'${value}'`).join(', '))
}
