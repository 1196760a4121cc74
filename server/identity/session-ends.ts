import { and, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { endedSessions, type SessionEnd, sessions } from '#server/db/schema/identity.ts'

/** For so long after its end a session's browser is told what became of it. */
export const toldFor = 12 * 60 * 60_000

/** Call it before the sessions are deleted: what is left of them is why, for whoever comes back with the cookie. */
export async function rememberWhy(
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

export async function forgetWhy(database: Database, now: Date): Promise<void> {
  await database.delete(endedSessions).where(lte(endedSessions.endedAt, new Date(now.getTime() - toldFor)))
}

/** Why a cookie that opens nothing once did; null for one that nobody remembers. */
export async function endOf(database: Database, tokenHash: string): Promise<SessionEnd | null> {
  const [ended] = await database
    .select({ reason: endedSessions.reason })
    .from(endedSessions)
    .where(eq(endedSessions.tokenHash, tokenHash))
  if (ended) return ended.reason
  // Over, and not forgotten yet.
  const [left] = await database.select({ id: sessions.id }).from(sessions).where(eq(sessions.tokenHash, tokenHash))
  return left ? 'expired' : null
}
