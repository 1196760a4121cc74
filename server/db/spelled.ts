import { is, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgTimestamp } from 'drizzle-orm/pg-core'

/**
 * What the database has spelled out in JSON already: an answer goes on as it stands. Taking rows of many columns apart
 * here and spelling them again takes longer than the statement that finds them (decision 055).
 */
export class Spelled<Value> {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  read(): Value {
    return JSON.parse(this.text) as Value
  }
}

/** The rows of a query that selects `spell(…)` alone, in their order. */
export function spelledList<Row>(rows: readonly { json: string }[]): Spelled<Row[]> {
  return new Spelled(`[${rows.map(({ json }) => json).join(',')}]`)
}

/** A column, an expression, or an object of such. Instants that are no columns are spelled by `spellInstant`. */
type Field = AnyPgColumn | SQL | SQL.Aliased | { [name: string]: Field }

/** What to select instead of the fields themselves: a JSON object of them. */
export function spell<Row>(fields: { [Name in keyof Row]: Field }) {
  return { json: sql<string>`${spellObject(fields)}::text`.as('json') }
}

/** The same of a subquery whose columns have the names and spellings that the object is to have. */
export function spellRow(subquery: string) {
  return { json: sql<string>`row_to_json(${sql.identifier(subquery)})::text`.as('json') }
}

/** As `Date.toISOString` does: with milliseconds, what is smaller cut off. */
export function spellInstant(instant: AnyPgColumn | SQL | SQL.Aliased): SQL<string> {
  return sql<string>`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** One within another. */
export function spellObject(fields: { [name: string]: Field }): SQL {
  // The names are our own.
  const pairs = Object.entries(fields).map(([name, field]) => sql`${sql.raw(`'${name}'`)}, ${spelling(field)}`)
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`
}

function spelling(field: Field): SQL {
  if (is(field, PgTimestamp)) return spellInstant(field)
  return 'getSQL' in field && typeof field.getSQL === 'function'
    ? sql`${field}`
    : spellObject(field as Record<string, Field>)
}
