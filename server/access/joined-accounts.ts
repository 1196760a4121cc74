import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'

/** Ids of the account and of those that were joined to it, as a subquery for `in`. */
export function accountsOf(userId: string | AnyPgColumn): SQL {
  return sql`(
    with recursive accounts as (
      select ${userId}::uuid as id
      union all select joined.id from ${users} as joined join accounts on joined.joined_into = accounts.id
    )
    select id from accounts
  )`
}

/** Id of the account that these accounts were joined to, or their own, as a subquery. */
export function keptAccountOf(isAccount: SQL | undefined): SQL {
  return sql`(
    with recursive accounts as (
      select id, joined_into from ${users} where ${isAccount}
      union all select kept.id, kept.joined_into from ${users} as kept join accounts on kept.id = accounts.joined_into
    )
    select id from accounts where joined_into is null
  )`
}

/** Joins, and what must not run during one: `for share`, sign-ins. */
export async function lockAccountJoins(transaction: Database, mode: 'exclusive' | 'share'): Promise<void> {
  const key = sql`hashtext('account-joins')`
  await transaction.execute(
    mode === 'exclusive' ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`,
  )
}

/** The account of a person and all that were joined to it, in order. */
export async function accountIdsOf(database: Database, personId: string): Promise<string[]> {
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from ${accountsOf(personId)} as accounts order by id`,
  )
  return rows.map(({ id }) => id)
}
