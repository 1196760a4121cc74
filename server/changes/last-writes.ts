import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { lastWrites } from '#server/db/schema/identity.ts'

/**
 * Milliseconds for which the last write of a person is of interest: longer than any replica that is read may be behind.
 */
export const recentWrites = 10_000

/** The id of the transaction in which a person has written within `recentWrites`; null without one. */
export function selectLastWrite(userId: AnyPgColumn): SQL<string | null> {
  const { transactionId, writtenAt } = lastWrites
  return sql`(
    select ${transactionId}::text from ${lastWrites}
    where ${eq(lastWrites.userId, userId)} and ${writtenAt} > now() - ${recentWrites} * interval '1 millisecond'
  )`
}

/** A statement that notes the present transaction as the last write of a person. Its row stays locked: make it the last one. */
export function noteLastWrite(userId: string): SQL {
  return sql`
    insert into ${lastWrites} (user_id, transaction_id, written_at)
    values (${userId}, pg_current_xact_id(), clock_timestamp())
    on conflict (user_id) do update
    set transaction_id = excluded.transaction_id, written_at = excluded.written_at`
}
