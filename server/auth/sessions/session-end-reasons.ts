import { and, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { endedSessions, type SessionEnd, sessions } from '#server/db/schema/identity.ts'

/** Milliseconds for which the reason of a session's end is kept. */
export const endReasonLifetime = 12 * 60 * 60_000

/** Saves why sessions end, for browsers that come back with the cookie. Call it before the sessions are deleted. */
export async function saveEndReasons(
  transaction: Database,
  which: SQL | undefined,
  { reason, now }: { reason: SessionEnd; now: Date },
): Promise<void> {
  await transaction
    .insert(endedSessions)
    .select(
      transaction
        .select({
          tokenHash: sql<string>`${sessions.tokenHash}`.as('token_hash'),
          reason: sql<SessionEnd>`${reason}`.as('reason'),
          endedAt: sql<Date>`${now.toISOString()}::timestamptz`.as('ended_at'),
        })
        .from(sessions)
        .where(and(isNotNull(sessions.tokenHash), which)),
    )
    .onConflictDoNothing()
}

export async function deleteOldEndReasons(database: Database, now: Date): Promise<void> {
  await database.delete(endedSessions).where(lte(endedSessions.endedAt, new Date(now.getTime() - endReasonLifetime)))
}

/** Why the session of a cookie has ended; null if unknown. */
export async function findEndReason(database: Database, tokenHash: string): Promise<SessionEnd | null> {
  const [ended] = await database
    .select({ reason: endedSessions.reason })
    .from(endedSessions)
    .where(eq(endedSessions.tokenHash, tokenHash))
  if (ended) return ended.reason
  // Expired but not deleted yet.
  const [left] = await database.select({ id: sessions.id }).from(sessions).where(eq(sessions.tokenHash, tokenHash))
  return left ? 'expired' : null
}
