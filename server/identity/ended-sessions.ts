import { and, asc, eq, inArray, isNotNull, lt, lte, or, type SQL } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { type SessionEnd, sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { everyMinute } from '#server/every-minute.ts'
import type { App } from '#server/surroundings.ts'
import { unasked } from './asker.ts'
import { type AuditFact, audit } from './audit.ts'
import { isDeviceOf } from './device.ts'
import { endImpersonations } from './impersonation.ts'
import { askToSignInAnew } from './known-devices.ts'
import { forgetWhy, rememberWhy } from './session-ends.ts'
import { livingSince } from './session-rules.ts'

/** As what the end of a session stands in the audit log. */
type EndOfSession = Extract<AuditFact['action'], `session.${string}`>

/** Ends a session and whatever hangs on it: an impersonation ends with the administrator's own session. */
export async function endSession(
  database: Database,
  id: string,
  { as, now, address, reason }: { as: EndOfSession; now: Date; address: string | null; reason: SessionEnd },
): Promise<{ idToken: string | null } | null> {
  const [impersonation] = await database
    .select({ ownId: sessions.administratorSessionId })
    .from(sessions)
    .where(eq(sessions.id, id))
  const own = eq(sessions.id, impersonation?.ownId ?? id)
  const [ended] = await deleteSessions(database, own, { as, action: 'impersonation.ended', now, address, reason })
  return ended ?? null
}

/**
 * Where the person is signed in, locked in one order: of two devices that end each other at the same moment, the second
 * finds itself ended. Whoever looks at this person as an administrator is no device of theirs.
 */
export async function lockDevicesOf(transaction: Database, userId: string): Promise<string[]> {
  const devices = await transaction
    .select({ id: sessions.id })
    .from(sessions)
    .where(isDeviceOf(userId))
    .orderBy(asc(sessions.id))
    .for('update')
  return devices.map(({ id }) => id)
}

/**
 * Signs devices out from elsewhere, on the person's word: who sits there must sign in for real. The provider is asked
 * to insist on it, and the embedded one forgets the person wherever it knows them.
 */
export async function signOutDevices(
  transaction: Database,
  { endProviderSessions }: Pick<App, 'endProviderSessions'>,
  {
    userId,
    ids,
    ...ending
  }: { userId: string; ids: readonly string[]; now: Date; address: string | null; reason: SessionEnd },
): Promise<void> {
  const those = inArray(sessions.id, [...ids])
  const ended = await deleteSessions(transaction, those, {
    as: 'session.ended',
    action: 'impersonation.ended',
    ...ending,
  })
  await askToSignInAnew(
    transaction,
    ended.map(({ knownDeviceId }) => knownDeviceId),
  )
  const [user] = await transaction.select({ subject: users.subject }).from(users).where(eq(users.id, userId))
  if (user?.subject) await endProviderSessions?.(transaction, user.subject)
}

/** An administrator's session rests, unseen, while its impersonation lives: deleting it would end that too. */
export async function forgetEndedSessions(database: Database, now: Date): Promise<void> {
  const isIdle = and(lt(sessions.lastSeenAt, livingSince(now)), isNotNull(sessions.tokenHash))
  const over = or(lte(sessions.expiresAt, now), isIdle)
  const ending = { as: null, action: 'impersonation.expired', now, address: null, reason: 'expired' } as const
  await unasked(() => deleteSessions(database, over, ending))
  await forgetWhy(database, now)
}

async function deleteSessions(
  database: Database,
  which: SQL | undefined,
  { as, reason, ...ending }: Parameters<typeof endImpersonations>[2] & { as: EndOfSession | null; reason: SessionEnd },
): Promise<{ idToken: string | null; knownDeviceId: string | null }[]> {
  return database.transaction(async (transaction) => {
    // Locked first: an impersonation that begins meanwhile is either seen below or does not begin.
    const doomed = await transaction
      .select({ id: sessions.id })
      .from(sessions)
      .where(which)
      .orderBy(asc(sessions.id))
      .for('update')
    const ids = doomed.map(({ id }) => id)
    const hanging = or(inArray(sessions.id, ids), inArray(sessions.administratorSessionId, ids))
    await rememberWhy(transaction, hanging, { reason, now: ending.now })
    await endImpersonations(transaction, hanging, ending)
    const { userId, browser, system, idToken, knownDeviceId } = sessions
    const ended = await transaction
      .delete(sessions)
      .where(inArray(sessions.id, ids))
      .returning({ userId, browser, system, idToken, knownDeviceId })
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
