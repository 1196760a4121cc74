import { and, asc, eq, inArray, isNotNull, lt, lte, or, type SQL } from 'drizzle-orm'
import type { App } from '#server/app-types.ts'
import { type AuditEvent, audit } from '#server/audit-log.ts'
import { isOwnSession } from '#server/auth/devices/devices.ts'
import { markForReauthentication } from '#server/auth/devices/known-devices.ts'
import { endImpersonations } from '#server/auth/impersonation/impersonation.ts'
import type { Database } from '#server/db/client.ts'
import { type SessionEnd, sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { runDetached } from '#server/request-context.ts'
import { deleteOldEndReasons, saveEndReasons } from './session-end-reasons.ts'
import { idleCutoff } from './session-lifetime.ts'

/** Audit action of a session's end. */
type EndOfSession = Extract<AuditEvent['action'], `session.${string}`>

/** Ends a session and its impersonation. Ending an impersonation this way also ends the administrator's own session. */
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
 * Locks the user's sessions in a fixed order: of two devices that end each other concurrently, the second finds its
 * session ended. Excludes impersonation sessions.
 */
export async function lockDevicesOf(transaction: Database, userId: string): Promise<string[]> {
  const devices = await transaction
    .select({ id: sessions.id })
    .from(sessions)
    .where(isOwnSession(userId))
    .orderBy(asc(sessions.id))
    .for('update')
  return devices.map(({ id }) => id)
}

/**
 * Ends sessions from another device. The next sign-in there forces a new login, and the embedded provider also deletes
 * its sessions of the user.
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
  await markForReauthentication(
    transaction,
    ended.map(({ knownDeviceId }) => knownDeviceId),
  )
  const [user] = await transaction.select({ subject: users.subject }).from(users).where(eq(users.id, userId))
  if (user?.subject) await endProviderSessions?.(transaction, user.subject)
}

/**
 * Deletes expired sessions. An administrator's suspended session is kept while its impersonation lasts, because
 * deleting it would end both.
 */
export async function deleteEndedSessions(database: Database, now: Date): Promise<void> {
  const isIdle = and(lt(sessions.lastSeenAt, idleCutoff(now)), isNotNull(sessions.tokenHash))
  const over = or(lte(sessions.expiresAt, now), isIdle)
  const ending = { as: null, action: 'impersonation.expired', now, address: null, reason: 'expired' } as const
  await runDetached(() => deleteSessions(database, over, ending))
  await deleteOldEndReasons(database, now)
}

async function deleteSessions(
  database: Database,
  which: SQL | undefined,
  { as, reason, ...ending }: Parameters<typeof endImpersonations>[2] & { as: EndOfSession | null; reason: SessionEnd },
): Promise<{ idToken: string | null; knownDeviceId: string | null }[]> {
  return database.transaction(async (transaction) => {
    // Locks first: a concurrent impersonation is either seen below or fails to start.
    const doomed = await transaction
      .select({ id: sessions.id })
      .from(sessions)
      .where(which)
      .orderBy(asc(sessions.id))
      .for('update')
    const ids = doomed.map(({ id }) => id)
    const hanging = or(inArray(sessions.id, ids), inArray(sessions.administratorSessionId, ids))
    await saveEndReasons(transaction, hanging, { reason, now: ending.now })
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

function factOf({ userId, browser, system }: Ended, { as, at }: { as: EndOfSession; at: Date }): AuditEvent {
  const detail = [browser, system].filter(Boolean).join(', ') || null
  // A sign-out link works for its user even if the cookie no longer opens a session.
  return { at, action: as, subjectId: userId, ...(as === 'session.signed-out' && { actorId: userId }), detail }
}
