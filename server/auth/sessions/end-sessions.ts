import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { accountsOf } from '#server/access/joined-accounts.ts'
import { idleCutoff, sessionLifetime } from '#server/access/session-lifetime.ts'
import type { App, Session } from '#server/app-types.ts'
import { isOwnSession } from '#server/auth/devices/devices.ts'
import { markForReauthentication } from '#server/auth/devices/known-devices.ts'
import { endImpersonations } from '#server/auth/impersonation/impersonation.ts'
import { findAccountOwner } from '#server/auth/oidc/issuer.ts'
import { announceEndedSessions } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { endedSessions, type SessionEnd, sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { runDetached } from '#server/http/request-context.ts'
import { deleteIdlePushSubscriptions, deletePushSubscriptionsOf } from '#server/notifications/push-subscriptions.ts'
import { type AuditEvent, audit } from '#server/security/audit-log.ts'
import { isUntil } from '#server/time/time-left.ts'

/** Audit action of a session's end. */
type EndOfSession = Extract<AuditEvent['action'], `session.${string}`>

/** Ends a session and its impersonation. Ending an impersonation this way also ends the administrator's own session. */
export async function endSession(
  database: Database,
  id: string,
  { as, now, address, reason }: { as: EndOfSession; now: Date; address: string | null; reason: SessionEnd },
): Promise<{ issuer: string | null; idToken: string | null } | null> {
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
 * its sessions of the user. `withIdle`: browsers whose session has expired get no push notifications any more, too.
 */
export async function signOutDevices(
  transaction: Database,
  { endProviderSessions }: Pick<App, 'endProviderSessions'>,
  {
    userId,
    ids,
    withIdle,
    ...ending
  }: {
    userId: string
    ids: readonly string[]
    withIdle: boolean
    now: Date
    address: string | null
    reason: SessionEnd
  },
): Promise<void> {
  const those = inArray(sessions.id, [...ids])
  const ended = await deleteSessions(transaction, those, {
    as: 'session.ended',
    action: 'impersonation.ended',
    ...ending,
  })
  if (withIdle) await deleteIdlePushSubscriptions(transaction, userId)
  await markForReauthentication(
    transaction,
    ended.map(({ knownDeviceId }) => knownDeviceId),
  )
  const accounts = await transaction
    .select({ subject: users.subject })
    .from(users)
    .where(and(isNotNull(users.subject), sql`${users.id} in ${accountsOf(userId)}`))
  for (const { subject } of accounts) if (subject) await endProviderSessions?.(transaction, subject)
}

/** A session of a provider by its `sid`, or all sessions there of an account by its `sub`. */
export type ProviderSession = { issuer: string; sessionId: string | null; subject: string | null }

/** Ends what the provider has ended, impersonations from these sessions included. Returns the number of sessions. */
export async function endProviderSession(
  transaction: Database,
  ended: ProviderSession,
  { now, address }: { now: Date; address: string },
): Promise<number> {
  const which = await isSignedInThrough(transaction, ended)
  if (which === null) return 0
  const ending = { as: 'session.ended-at-provider', action: 'impersonation.ended', now, address } as const
  return (await deleteSessions(transaction, which, { ...ending, reason: 'ended-at-provider' })).length
}

async function isSignedInThrough(
  transaction: Database,
  { issuer, sessionId, subject }: ProviderSession,
): Promise<SQL | null> {
  if (sessionId !== null) return and(eq(sessions.issuer, issuer), eq(sessions.providerSessionId, sessionId)) as SQL
  if (subject === null) return null
  const userId = await findAccountOwner(transaction, { issuer, subject })
  if (userId === null) return null
  const isOfAccount = sql`${sessions.userId} in ${accountsOf(userId)}`
  return and(isOfAccount, eq(sessions.issuer, issuer), isNull(sessions.administratorSessionId)) as SQL
}

/**
 * Deletes expired sessions. An administrator's suspended session is kept while its impersonation lasts, because
 * deleting it would end both. Without one no cookie opens it.
 */
export async function deleteEndedSessions(database: Database, now: Date): Promise<void> {
  const isIdle = and(lt(sessions.lastSeenAt, idleCutoff(now)), isNotNull(sessions.tokenHash))
  const { administratorSessionId } = sessions
  const suspended = database.select({ administratorSessionId }).from(sessions).where(isNotNull(administratorSessionId))
  const isLost = and(isNull(sessions.tokenHash), notInArray(sessions.id, suspended))
  const over = or(not(isUntil(sessions.expiresAt, sessionLifetime, now)), isIdle, isLost)
  const ending = { as: null, action: 'impersonation.expired', now, address: null, reason: 'expired' } as const
  await runDetached(() => deleteSessions(database, over, ending))
  await deleteOldEndReasons(database, now)
}

async function deleteSessions(
  database: Database,
  which: SQL | undefined,
  { as, reason, ...ending }: Parameters<typeof endImpersonations>[2] & { as: EndOfSession | null; reason: SessionEnd },
): Promise<{ issuer: string | null; idToken: string | null; knownDeviceId: string | null }[]> {
  return database.transaction(async (transaction) => {
    // Locks first: a concurrent impersonation is either seen below or fails to start.
    const locked = await transaction
      .select({ id: sessions.id })
      .from(sessions)
      .where(which)
      .orderBy(asc(sessions.id))
      .for('update')
    const ids = locked.map(({ id }) => id)
    const affected = or(inArray(sessions.id, ids), inArray(sessions.administratorSessionId, ids))
    await saveEndReasons(transaction, affected, { reason, now: ending.now })
    await endImpersonations(transaction, affected, ending)
    const { userId, browser, system, issuer, idToken, knownDeviceId } = sessions
    const ended = await transaction
      .delete(sessions)
      .where(inArray(sessions.id, ids))
      .returning({ userId, browser, system, issuer, idToken, knownDeviceId })
    await announceEndedSessions(transaction, ids)
    // One that has expired, or is replaced by a new one in the same browser, keeps its notifications.
    if (as !== null && as !== 'session.replaced')
      await deletePushSubscriptionsOf(
        transaction,
        ended.map(({ knownDeviceId }) => knownDeviceId),
      )
    if (as) await audit(transaction, ...ended.map((session) => auditEventOf(session, { as, at: ending.now })))
    return ended
  })
}

type Ended = Pick<typeof sessions.$inferSelect, 'userId' | 'browser' | 'system'>

function auditEventOf({ userId, browser, system }: Ended, { as, at }: { as: EndOfSession; at: Date }): AuditEvent {
  const detail = [browser, system].filter(Boolean).join(', ') || null
  // A sign-out link works for its user even if the cookie no longer opens a session.
  return { at, action: as, subjectId: userId, ...(as === 'session.signed-out' && { actorId: userId }), detail }
}

/** Milliseconds for which the reason of a session's end is kept. */
export const endReasonLifetime = 12 * 60 * 60_000

/** Saves why sessions end, for browsers that come back with the cookie. Call it before the sessions are deleted. */
async function saveEndReasons(
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

async function deleteOldEndReasons(database: Database, now: Date): Promise<void> {
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

/**
 * Ends a session on another device, or all others. Its open pages are signed out at once; signing in there again requires
 * a new login.
 */
export async function endDeviceSessions(
  app: Pick<App, 'database' | 'clock' | 'endProviderSessions'>,
  { session, id, address }: { session: Pick<Session, 'id' | 'userId'>; id: string; address: string },
): Promise<undefined> {
  const { userId, id: ownId } = session
  await app.database.transaction(async (transaction) => {
    const devices = await lockDevicesOf(transaction, userId)
    if (!devices.includes(ownId))
      throwProblem('unauthenticated', 'This session has just been ended from another device')
    const ids = devices.filter((one) => (id === 'others' ? one !== ownId : one === id))
    if (id !== 'others' && ids.length === 0) throwProblem('not-found', 'No such session of this user')
    const ending = { now: app.clock(), address, reason: 'ended-elsewhere' } as const
    await signOutDevices(transaction, app, { userId, ids, withIdle: id === 'others', ...ending })
  })
}
