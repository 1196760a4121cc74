import { and, eq, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import type { Device } from './device.ts'
import { endImpersonations, returnToAdministrator } from './impersonation.ts'
import { endOfImpersonation } from './impersonation-rules.ts'
import { personColumns, rolesOf } from './person.ts'
import { hashOf, newSecret } from './secret.ts'
import { absoluteLimit, isOver, livingSince, seenEvery } from './session-rules.ts'

/** What a person's profile shows of the person. */
export const profileColumns = {
  ...personColumns,
  crmUuid: users.crmUuid,
  grade: users.grade,
  hasPassword: users.hasPassword,
}

export type OpenedSession = { id: string; token: string }

/** Everything a request needs to know about who makes it, in one round trip: every call of a signed-in person pays for it. */
export function prepareSessionQuery(database: Database) {
  const administrators = alias(users, 'administrators')
  return database
    .select({
      id: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      twoFactorLastCheck: sessions.twoFactorLastCheck,
      administratorId: sessions.administratorId,
      administratorSessionId: sessions.administratorSessionId,
      administratorName: { firstName: administrators.firstName, lastName: administrators.lastName },
      administratorRoles: rolesOf(sessions.administratorId),
      impersonationUntil: sessions.impersonationUntil,
      roles: rolesOf(sessions.userId),
      user: profileColumns,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(administrators, eq(administrators.id, sessions.administratorId))
    .where(eq(sessions.tokenHash, sql.placeholder('tokenHash')))
    .prepare('session_of_token')
}

export type SessionQuery = ReturnType<typeof prepareSessionQuery>
export type SessionRow = Awaited<ReturnType<SessionQuery['execute']>>[number]

/**
 * The living session a token opens, or null. An impersonation that is over has fallen back to the
 * administrator's own session, under the same token: other requests of the page may be on their way with it.
 */
export async function findSession(
  database: Database,
  query: SessionQuery,
  token: string,
  now: Date,
): Promise<SessionRow | null> {
  const tokenHash = hashOf(token)
  const [row] = await query.execute({ tokenHash })
  if (!row || isOver(row, now)) return null
  const { impersonationUntil: until, administratorRoles, roles: subjectRoles } = row
  const action = until && endOfImpersonation({ until, administratorRoles, subjectRoles }, now)
  if (action) {
    await returnToAdministrator(database, { id: row.id, tokenHash, action, now, address: null })
    const [own] = await query.execute({ tokenHash })
    return own && !own.administratorSessionId && !isOver(own, now) ? own : null
  }
  if (now.getTime() - row.lastSeenAt.getTime() >= seenEvery) await markSeen(database, row.id, now)
  return row
}

async function markSeen(database: Database, id: string, now: Date): Promise<void> {
  const stale = new Date(now.getTime() - seenEvery)
  await database
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, id), lte(sessions.lastSeenAt, stale)))
}

export async function openSession(
  database: Database,
  { userId, idToken, device, now }: { userId: string; idToken: string; device: Device; now: Date },
): Promise<OpenedSession> {
  const token = newSecret()
  const [opened] = await database
    .insert(sessions)
    .values({
      tokenHash: hashOf(token),
      userId,
      idToken,
      ...device,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + absoluteLimit),
    })
    .returning({ id: sessions.id })
  if (!opened) throw new Error('the session was not stored')
  return { id: opened.id, token }
}

/** Ends a session and whatever hangs on it: an impersonation ends with the administrator's own session. */
export async function endSession(
  database: Database,
  id: string,
  { now, address }: { now: Date; address: string | null },
): Promise<{ idToken: string | null } | null> {
  const [impersonation] = await database
    .select({ ownId: sessions.administratorSessionId })
    .from(sessions)
    .where(eq(sessions.id, id))
  const own = eq(sessions.id, impersonation?.ownId ?? id)
  const [ended] = await deleteSessions(database, own, { action: 'impersonation.ended', now, address })
  return ended ?? null
}

/** Ends the person's other sessions. Whoever looks at this person as an administrator is no session of the person's. */
export async function endOtherSessions(
  database: Database,
  { userId, exceptId, now, address }: { userId: string; exceptId: string; now: Date; address: string | null },
): Promise<void> {
  const others = and(eq(sessions.userId, userId), ne(sessions.id, exceptId), isNull(sessions.administratorId))
  await deleteSessions(database, others, { action: 'impersonation.ended', now, address })
}

/** An administrator's session rests, unseen, while its impersonation lives: deleting it would end that too. */
export async function forgetEndedSessions(database: Database, now: Date): Promise<void> {
  const isIdle = and(lt(sessions.lastSeenAt, livingSince(now)), isNotNull(sessions.tokenHash))
  const over = or(lte(sessions.expiresAt, now), isIdle)
  await deleteSessions(database, over, { action: 'impersonation.expired', now, address: null })
}

async function deleteSessions(
  database: Database,
  which: SQL | undefined,
  ending: Parameters<typeof endImpersonations>[2],
): Promise<{ idToken: string | null }[]> {
  return database.transaction(async (transaction) => {
    // Locked first: an impersonation that begins meanwhile is either seen below or does not begin.
    const doomed = await transaction.select({ id: sessions.id }).from(sessions).where(which).for('update')
    const ids = doomed.map(({ id }) => id)
    const hanging = or(inArray(sessions.id, ids), inArray(sessions.administratorSessionId, ids))
    await endImpersonations(transaction, hanging, ending)
    return transaction.delete(sessions).where(inArray(sessions.id, ids)).returning({ idToken: sessions.idToken })
  })
}
