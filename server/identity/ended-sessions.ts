import { and, eq, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { unasked } from './asker.ts'
import { type AuditFact, audit } from './audit.ts'
import { endImpersonations } from './impersonation.ts'
import { livingSince } from './session-rules.ts'

/** As what the end of a session stands in the audit log. */
type EndOfSession = Extract<AuditFact['action'], `session.${string}`>

/** Ends a session and whatever hangs on it: an impersonation ends with the administrator's own session. */
export async function endSession(
  database: Database,
  id: string,
  { as, now, address }: { as: EndOfSession; now: Date; address: string | null },
): Promise<{ idToken: string | null } | null> {
  const [impersonation] = await database
    .select({ ownId: sessions.administratorSessionId })
    .from(sessions)
    .where(eq(sessions.id, id))
  const own = eq(sessions.id, impersonation?.ownId ?? id)
  const [ended] = await deleteSessions(database, own, { as, action: 'impersonation.ended', now, address })
  return ended ?? null
}

/** Ends the person's other sessions. Whoever looks at this person as an administrator is no session of the person's. */
export async function endOtherSessions(
  database: Database,
  { userId, exceptId, now, address }: { userId: string; exceptId: string; now: Date; address: string | null },
): Promise<void> {
  const others = and(eq(sessions.userId, userId), ne(sessions.id, exceptId), isNull(sessions.administratorId))
  await deleteSessions(database, others, { as: 'session.ended', action: 'impersonation.ended', now, address })
}

/** An administrator's session rests, unseen, while its impersonation lives: deleting it would end that too. */
export async function forgetEndedSessions(database: Database, now: Date): Promise<void> {
  const isIdle = and(lt(sessions.lastSeenAt, livingSince(now)), isNotNull(sessions.tokenHash))
  const over = or(lte(sessions.expiresAt, now), isIdle)
  await unasked(() => deleteSessions(database, over, { as: null, action: 'impersonation.expired', now, address: null }))
}

async function deleteSessions(
  database: Database,
  which: SQL | undefined,
  { as, ...ending }: Parameters<typeof endImpersonations>[2] & { as: EndOfSession | null },
): Promise<{ idToken: string | null }[]> {
  return database.transaction(async (transaction) => {
    // Locked first: an impersonation that begins meanwhile is either seen below or does not begin.
    const doomed = await transaction.select({ id: sessions.id }).from(sessions).where(which).for('update')
    const ids = doomed.map(({ id }) => id)
    const hanging = or(inArray(sessions.id, ids), inArray(sessions.administratorSessionId, ids))
    await endImpersonations(transaction, hanging, ending)
    const { userId, browser, system, idToken } = sessions
    const ended = await transaction
      .delete(sessions)
      .where(inArray(sessions.id, ids))
      .returning({ userId, browser, system, idToken })
    if (as) await audit(transaction, ...ended.map((session) => factOf(session, { as, at: ending.now })))
    return ended
  })
}

type Ended = Pick<typeof sessions.$inferSelect, 'userId' | 'browser' | 'system'>

function factOf({ userId, browser, system }: Ended, { as, at }: { as: EndOfSession; at: Date }): AuditFact {
  const detail = [browser, system].filter(Boolean).join(', ') || null
  // The link to sign out is good for whose it is, also where the cookie that comes with it opens nothing any more.
  return { at, action: as, subjectId: userId, ...(as === 'session.signed-out' && { actorId: userId }), detail }
}

const lookEvery = 60_000

type Options = { database: Database; clock: () => Date; log: FastifyBaseLogger }

/**
 * Forgets sessions that are over although nobody calls with them: only so is a user told of an impersonation that
 * its administrator has just left alone (D-37). Any number of servers may do it.
 */
export function startForgetting({ database, clock, log }: Options): { stop: () => Promise<void> } {
  let underWay = Promise.resolve()
  const timer = setInterval(() => {
    underWay = forgetEndedSessions(database, clock()).catch((error: unknown) =>
      log.warn({ err: error }, 'ended sessions are still there'),
    )
  }, lookEvery)
  return {
    stop: async () => {
      clearInterval(timer)
      await underWay
    },
  }
}
