import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, check, customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Column types used by many tables. */

export const id = () => uuid('id').primaryKey().defaultRandom()

/** The id of a row that is stored by school year: it names the year, as that of `idOfYear` does (decision 110). */
export const idWithYear = () => uuid('id').primaryKey().default(sql`id_of_year()`)

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Kopecks. */
export const money = (name: string) => bigint(name, { mode: 'number' })

/**
 * Text by which lists are sorted: Ё stands after Е, Қ after К, in every locale of the database. ICU's root order, the
 * only one that the embedded database has too.
 */
export const alphabetical = customType<{ data: string }>({ dataType: () => 'text COLLATE "und-x-icu"' })

/** The id of a transaction. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A CHECK for an enumeration. Raw SQL, because the values are constants of the code. */
export function oneOfCheck(name: string, column: AnyPgColumn, values: readonly string[]) {
  return check(name, sql`${column} in (${listed(values)})`)
}

/** Like `oneOfCheck`, for an array column. */
export function allOfCheck(name: string, column: AnyPgColumn, values: readonly string[]) {
  return check(name, sql`${column} <@ array[${listed(values)}]::text[]`)
}

function listed(values: readonly string[]): SQL {
  return sql.raw(values.map((value) => `'${value}'`).join(', '))
}
