import { and, eq, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { type SessionEnd, sessions } from '#server/db/schema/identity.ts'
import { everyMinute } from '#server/every-minute.ts'
import { endImpersonations } from './impersonation.ts'
import { forgetWhy, rememberWhy } from './session-ends.ts'
import { livingSince } from './session-rules.ts'

/** Ends a session and whatever hangs on it: an impersonation ends with the administrator's own session. */
export async function endSession(
  database: Database,
  id: string,
  { now, address, reason }: { now: Date; address: string | null; reason: SessionEnd },
): Promise<{ idToken: string | null } | null> {
  const [impersonation] = await database
    .select({ ownId: sessions.administratorSessionId })
    .from(sessions)
    .where(eq(sessions.id, id))
  const own = eq(sessions.id, impersonation?.ownId ?? id)
  const [ended] = await deleteSessions(database, own, { action: 'impersonation.ended', now, address, reason })
  return ended ?? null
}

/**
 * Ends the person's other sessions, or all where none is to stay. Whoever looks at this person as an administrator is no
 * session of the person's.
 */
export async function endOtherSessions(
  database: Database,
  {
    userId,
    exceptId,
    ...ending
  }: { userId: string; exceptId: string | null; now: Date; address: string | null; reason: SessionEnd },
): Promise<void> {
  const isOther = exceptId === null ? undefined : ne(sessions.id, exceptId)
  const others = and(eq(sessions.userId, userId), isOther, isNull(sessions.administratorId))
  await deleteSessions(database, others, { action: 'impersonation.ended', ...ending })
}

/** An administrator's session rests, unseen, while its impersonation lives: deleting it would end that too. */
export async function forgetEndedSessions(database: Database, now: Date): Promise<void> {
  const isIdle = and(lt(sessions.lastSeenAt, livingSince(now)), isNotNull(sessions.tokenHash))
  const over = or(lte(sessions.expiresAt, now), isIdle)
  await deleteSessions(database, over, { action: 'impersonation.expired', now, address: null, reason: 'expired' })
  await forgetWhy(database, now)
}

async function deleteSessions(
  database: Database,
  which: SQL | undefined,
  { reason, ...ending }: Parameters<typeof endImpersonations>[2] & { reason: SessionEnd },
): Promise<{ idToken: string | null }[]> {
  return database.transaction(async (transaction) => {
    // Locked first: an impersonation that begins meanwhile is either seen below or does not begin.
    const doomed = await transaction.select({ id: sessions.id }).from(sessions).where(which).for('update')
    const ids = doomed.map(({ id }) => id)
    const hanging = or(inArray(sessions.id, ids), inArray(sessions.administratorSessionId, ids))
    await rememberWhy(transaction, hanging, { reason, now: ending.now })
    await endImpersonations(transaction, hanging, ending)
    return transaction.delete(sessions).where(inArray(sessions.id, ids)).returning({ idToken: sessions.idToken })
  })
}

type Options = { database: Database; clock: () => Date; log: FastifyBaseLogger }

/**
 * Forgets sessions that are over although nobody calls with them: only so is a user told of an impersonation that
 * its administrator has just left alone (D-37). Any number of servers may do it.
 */
export function startForgetting({ database, clock, log }: Options): { stop(): Promise<void> } {
  return everyMinute(
    () => forgetEndedSessions(database, clock()),
    (error) => log.warn({ err: error }, 'ended sessions are still there'),
  )
}
