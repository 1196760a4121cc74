import { and, eq, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Role } from '#contract/roles.ts'
import type { Database } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import type { Device } from './device.ts'
import { returnToAdministrator } from './impersonation.ts'
import { hashOf, newSecret } from './secret.ts'

const minute = 60_000
const idleLimit = 30 * minute
export const absoluteLimit = 12 * 60 * minute
/** `last_seen_at` is written at most this often. */
const seenEvery = minute

export type OpenedSession = { id: string; token: string }

/** Everything a request needs to know about who makes it, in one round trip: every call of a signed-in person pays for it. */
export function prepareSessionQuery(database: Database) {
  const administrators = alias(users, 'administrators')
  return database
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      twoFactorLastCheck: sessions.twoFactorLastCheck,
      administratorId: sessions.administratorId,
      administratorSessionId: sessions.administratorSessionId,
      administratorFirstName: administrators.firstName,
      administratorLastName: administrators.lastName,
      impersonationUntil: sessions.impersonationUntil,
      roles: sql<
        Role[]
      >`array(select ${userRoles.role} from ${userRoles} where ${userRoles.userId} = ${sessions.userId})`,
      user: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        patronym: users.patronym,
        avatar: users.avatar,
        email: users.email,
        phone: users.phone,
        crmUuid: users.crmUuid,
        grade: users.grade,
        hasPassword: users.hasPassword,
      },
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
 * The living session a token opens, or null. An impersonation that has run out has fallen back to the
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
  if (row.impersonationUntil && row.impersonationUntil <= now) {
    await returnToAdministrator(database, {
      id: row.id,
      tokenHash,
      action: 'impersonation.expired',
      now,
      address: null,
    })
    const [own] = await query.execute({ tokenHash })
    return own && !own.administratorSessionId && !isOver(own, now) ? own : null
  }
  if (now.getTime() - row.lastSeenAt.getTime() >= seenEvery) await markSeen(database, row.id, now)
  return row
}

export function isOver(session: { lastSeenAt: Date; expiresAt: Date }, now: Date): boolean {
  return session.expiresAt <= now || now.getTime() - session.lastSeenAt.getTime() >= idleLimit
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
export async function endSession(database: Database, id: string): Promise<{ idToken: string | null } | null> {
  const own = sql`coalesce((select ${sessions.administratorSessionId} from ${sessions} where ${sessions.id} = ${id}), ${id})`
  const [ended] = await database.delete(sessions).where(eq(sessions.id, own)).returning({ idToken: sessions.idToken })
  return ended ?? null
}

/** Ends the person's other sessions. Whoever looks at this person as an administrator is no session of the person's. */
export async function endOtherSessions(
  database: Database,
  { userId, exceptId }: { userId: string; exceptId: string },
): Promise<void> {
  await database
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, exceptId), isNull(sessions.administratorId)))
}

/** An administrator's session rests, unseen, while its impersonation lives: deleting it would end that too. */
export async function forgetEndedSessions(database: Database, now: Date): Promise<void> {
  const lastIdle = new Date(now.getTime() - idleLimit)
  await database
    .delete(sessions)
    .where(or(lte(sessions.expiresAt, now), and(lt(sessions.lastSeenAt, lastIdle), isNotNull(sessions.tokenHash))))
}
