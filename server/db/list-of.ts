import { type SQL, sql } from 'drizzle-orm'

/** The values of a list, as a subquery with the column `id`: one parameter, because their number in a statement is limited. */
export function listOf(values: readonly unknown[], type: 'uuid' | 'text' | 'int'): SQL {
  return sql`(select value::${sql.raw(type)} as id from json_array_elements_text(${JSON.stringify(values)}::json) as listed (value))`
}
