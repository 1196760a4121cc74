import { and, eq, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/enumerations.ts'
import type { Role } from '#contract/roles.ts'
import { isAway } from '#server/db/away.ts'
import type { Database } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { spell } from '#server/db/spelled.ts'
import { together } from '#server/db/together.ts'
import { unasked } from './asker.ts'
import type { Device } from './device.ts'
import { returnToAdministrator } from './impersonation.ts'
import { endOfImpersonation } from './impersonation-rules.ts'
import { personColumns, rolesOf } from './person.ts'
import { hashOf, newSecret } from './secret.ts'
import { absoluteLimit, isOver, seenEvery } from './session-rules.ts'

/** What a person's profile shows of the person. */
export const profileColumns = {
  ...personColumns,
  crmUuid: users.crmUuid,
  grade: users.grade,
  hasPassword: users.hasPassword,
}

export type OpenedSession = { id: string; token: string }
type NewSession = { userId: string; idToken: string; device: Device; knownDeviceId?: string | null; now: Date }

type Person = typeof users.$inferSelect
type Stored = typeof sessions.$inferSelect

/** Everything a request needs to know about who makes it. */
export type SessionRow = Pick<Stored, 'id' | 'administratorId' | 'administratorSessionId'> & {
  lastSeenAt: Date
  expiresAt: Date
  twoFactorLastCheck: Date | null
  administratorName: { firstName: string | null; lastName: string | null }
  administratorRoles: Role[]
  impersonationUntil: Date | null
  roles: Role[]
  language: Person['language']
  user: Pick<Person, keyof typeof profileColumns>
}

/** In one round trip, spelled as one value, for all who ask at the same time: every call of a signed-in person pays for it. */
export function prepareSessionQuery(database: Database) {
  const administrators = alias(users, 'administrators')
  const query = database
    .select({
      tokenHash: sql<string>`${sessions.tokenHash}`,
      ...spell<SessionRow>({
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
        language: users.language,
        user: profileColumns,
      }),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(administrators, eq(administrators.id, sessions.administratorId))
    .where(sql`${sessions.tokenHash} = any(${sql.placeholder('tokenHashes')}::text[])`)
    .prepare('sessions_of_tokens')
  return together(async (tokenHashes) => {
    const found = await query.execute({ tokenHashes })
    return new Map(found.map(({ tokenHash, json }) => [tokenHash, rowOf(json)]))
  })
}

export type SessionQuery = ReturnType<typeof prepareSessionQuery>

/** Instants come as texts. */
function rowOf(json: string): SessionRow {
  const row = JSON.parse(json) as SessionRow
  const instant = (value: Date | null) => value && new Date(value)
  return {
    ...row,
    lastSeenAt: new Date(row.lastSeenAt),
    expiresAt: new Date(row.expiresAt),
    twoFactorLastCheck: instant(row.twoFactorLastCheck),
    impersonationUntil: instant(row.impersonationUntil),
  }
}

/**
 * The living session a token opens, or null. An impersonation that is over has fallen back to the
 * administrator's own session, under the same token: other requests of the page may be on their way with it.
 */
export async function findSession(
  database: Database,
  query: SessionQuery,
  { token, language, now }: { token: string; language: Locale; now: Date },
): Promise<SessionRow | null> {
  const tokenHash = hashOf(token)
  const row = await query(tokenHash)
  if (!row || isOver(row, now)) return null
  const { impersonationUntil: until, administratorRoles, roles: subjectRoles } = row
  const action = until && endOfImpersonation({ until, administratorRoles, subjectRoles }, now)
  if (action) {
    await unasked(() => returnToAdministrator(database, { id: row.id, tokenHash, action, now, address: null }))
    const own = await query(tokenHash)
    return own && !own.administratorSessionId && !isOver(own, now) ? own : null
  }
  if (now.getTime() - row.lastSeenAt.getTime() >= seenEvery) {
    // A database that takes no writes can still be read.
    await markSeen(database, row, { language, now }).catch((error: unknown) => {
      if (!isAway(error)) throw error
    })
  }
  return row
}

/** Keeps the person's language by the way, so that it costs no call a statement; who looks as the person has another. */
async function markSeen(
  database: Database,
  { id, administratorId, language: kept, user }: SessionRow,
  { language, now }: { language: Locale; now: Date },
): Promise<void> {
  const stale = new Date(now.getTime() - seenEvery)
  await database
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, id), lte(sessions.lastSeenAt, stale)))
  if (administratorId || kept === language) return
  await database.update(users).set({ language }).where(eq(users.id, user.id))
}

export async function openSession(
  database: Database,
  { userId, idToken, device, knownDeviceId = null, now }: NewSession,
): Promise<OpenedSession> {
  const token = newSecret()
  const [opened] = await database
    .insert(sessions)
    .values({
      tokenHash: hashOf(token),
      userId,
      idToken,
      ...device,
      knownDeviceId,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + absoluteLimit),
    })
    .returning({ id: sessions.id })
  if (!opened) throw new Error('the session was not stored')
  return { id: opened.id, token }
}
