import { is, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgTimestamp } from 'drizzle-orm/pg-core'

/**
 * JSON text made by the database, sent as it is. Parsing and stringifying wide rows here takes longer than the query
 * (decision 055).
 */
export class RawJson<Value> {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  parse(): Value {
    return JSON.parse(this.text) as Value
  }
}

/** Combines the rows of a query that selects only `selectJson(…)` into a JSON array. */
export function toRawJsonList<Row>(rows: readonly { json: string }[]): RawJson<Row[]> {
  return new RawJson(`[${rows.map(({ json }) => json).join(',')}]`)
}

/** A column, an expression, or an object of them. Use `selectIsoInstant` for instants that are no columns. */
type Field = AnyPgColumn | SQL | SQL.Aliased | { [name: string]: Field }

/** Selects the fields as one JSON object. */
export function selectJson<Row>(fields: { [Name in keyof Row]: Field }) {
  return { json: sql<string>`${buildJsonObject(fields)}::text`.as('json') }
}

/** Selects a row of a subquery as a JSON object; its columns must have the names and formats of the object. */
export function selectRowJson(subquery: string) {
  return { json: sql<string>`row_to_json(${sql.identifier(subquery)})::text`.as('json') }
}

/** Formatted like `Date.toISOString`, truncated to milliseconds. */
export function selectIsoInstant(instant: AnyPgColumn | SQL | SQL.Aliased): SQL<string> {
  return sql<string>`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** An expression for a nested JSON object. */
export function buildJsonObject(fields: { [name: string]: Field }): SQL {
  // Safe as raw SQL: the names are constants of the code.
  const pairs = Object.entries(fields).map(([name, field]) => sql`${sql.raw(`'${name}'`)}, ${toSql(field)}`)
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`
}

function toSql(field: Field): SQL {
  if (is(field, PgTimestamp)) return selectIsoInstant(field)
  return 'getSQL' in field && typeof field.getSQL === 'function'
    ? sql`${field}`
    : buildJsonObject(field as Record<string, Field>)
}
