import { getTableName, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { ReferenceInList, UserReference } from '#server/access/user-references.ts'
import type { Database } from '#server/db/client.ts'
import { isUniqueViolation } from '#server/db/connection-errors.ts'
import { listOf } from '#server/db/list-of.ts'

/** `keys`: the primary keys as JSON text, without the column that moves. */
export type MovedRows = { moved: string[]; clashing: string[] }

type Move = UserReference & { from: string; to: string; only?: readonly string[] }

/**
 * Sets the column of all rows, or `only` of these keys, from one user to the other. Rows that the other user already has
 * (unique keys) stay.
 */
export async function moveRows(transaction: Database, move: Move): Promise<MovedRows> {
  const { table, column, from, only } = move
  const own = sql`select ${keyOf(move)} as key from ${table} where ${sql.identifier(column.name)} = ${from}`
  const { rows } = await transaction.execute<{ key: string }>(
    only ? sql`select key from (${own}) as own where key in ${listOf(only, 'text')}` : own,
  )
  return moveKeys(
    transaction,
    move,
    rows.map(({ key }) => key),
  )
}

/** One statement, or its halves if the database refuses it, down to the row that clashes. */
async function moveKeys(transaction: Database, move: Move, keys: readonly string[]): Promise<MovedRows> {
  if (keys.length === 0) return { moved: [], clashing: [] }
  const { table, column, from, to } = move
  const name = sql.identifier(column.name)
  try {
    await transaction.transaction((nested) =>
      nested.execute(
        sql`update ${table} set ${name} = ${to} where ${name} = ${from} and ${keyOf(move)} in ${listOf(keys, 'text')}`,
      ),
    )
    return { moved: [...keys], clashing: [] }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    if (keys.length === 1) return { moved: [], clashing: [...keys] }
    const half = Math.ceil(keys.length / 2)
    const first = await moveKeys(transaction, move, keys.slice(0, half))
    const second = await moveKeys(transaction, move, keys.slice(half))
    return { moved: [...first.moved, ...second.moved], clashing: [...first.clashing, ...second.clashing] }
  }
}

/** The primary key of a row without the column, as text: it stays the same when the column changes. */
function keyOf({ table, column }: UserReference): SQL {
  const parts = primaryKeyOf(table).filter((name) => name !== column.name)
  const fields = parts.map((name) => sql`${name}::text, ${sql.identifier(name)}`)
  return sql`jsonb_build_object(${sql.join(fields, sql`, `)})::text`
}

function primaryKeyOf(table: PgTable): string[] {
  const { columns, primaryKeys } = getTableConfig(table)
  const names = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
  if (names.length === 0) throw new Error(`${getTableName(table)} has no primary key`)
  return names.map(({ name }) => name)
}

/** Replaces a user in lists of ids. Lists that have both stay as they are. Returns the keys of the rows. */
export async function replaceInLists(
  transaction: Database,
  { table, has, replace, key }: ReferenceInList,
  { from, to, only }: { from: string; to: string; only?: readonly string[] },
): Promise<string[]> {
  const isOfKeys = only ? sql`and ${key}::text in ${listOf(only, 'text')}` : sql``
  const { rows } = await transaction.execute<{ key: string }>(sql`
    update ${table} set ${replace(from, to)} where ${has(from)} and not ${has(to)} ${isOfKeys} returning ${key}::text as key
  `)
  return rows.map((row) => row.key)
}
