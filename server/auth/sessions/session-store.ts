import DataLoader from 'dataloader'
import { and, eq, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { type Locale, locales } from '#contract/enumerations.ts'
import { roles } from '#contract/roles.ts'
import { impersonationEndReason } from '#server/access/impersonation-rules.ts'
import { isSessionExpired, sessionLifetime } from '#server/access/session-lifetime.ts'
import { personColumns, selectRoles } from '#server/access/user-columns.ts'
import { returnToAdministrator } from '#server/auth/impersonation/impersonation.ts'
import { selectLastWrite } from '#server/changes/last-writes.ts'
import type { Database } from '#server/db/client.ts'
import { isConnectionError } from '#server/db/connection-errors.ts'
import { selectJson } from '#server/db/json-select.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { runDetached } from '#server/http/request-context.ts'
import type { Device } from '#server/http/user-agent.ts'
import { createToken, hashToken } from '#server/security/tokens.ts'
import { isWithin, timeLeft } from '#server/time/time-left.ts'

/** User columns of the profile. */
export const profileColumns = {
  ...personColumns,
  crmUuid: users.crmUuid,
  grade: users.grade,
  hasPassword: users.hasPassword,
}

export type CreatedSession = { id: string; token: string }
type NewSession = {
  userId: string
  /** `SignInProvider.issuer`. */
  issuer?: string
  idToken: string
  providerSessionId?: string | null
  device: Device
  knownDeviceId?: string | null
  /** When the provider proved a second factor, if it did. */
  twoFactorLastCheck?: Date | null
  now: Date
}

const instant = z.iso.datetime().transform((text) => new Date(text))

const sessionRow = z.object({
  id: z.string(),
  createdAt: instant,
  lastWrite: z.string().nullable(),
  lastSeenAt: instant,
  expiresAt: instant,
  twoFactorLastCheck: instant.nullable(),
  administratorId: z.string().nullable(),
  administratorSessionId: z.string().nullable(),
  administratorName: z.object({ firstName: z.string().nullable(), lastName: z.string().nullable() }),
  administratorRoles: z.array(z.enum(roles)),
  impersonationUntil: instant.nullable(),
  roles: z.array(z.enum(roles)),
  language: z.enum(locales).nullable(),
  user: z.object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    patronym: z.string().nullable(),
    avatar: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    crmUuid: z.string().nullable(),
    grade: z.int().nullable(),
    hasPassword: z.boolean(),
  }),
})

/** Minimum interval between writes of `last_seen_at`, in milliseconds. */
export const lastSeenInterval = 60_000

/** Session data that every request needs. */
export type SessionRow = z.output<typeof sessionRow>

/**
 * Reads sessions of concurrent requests in one query, as JSON: every authenticated request pays for it. Only with replicas
 * the last write matters.
 */
export function prepareSessionQuery(database: Database, { withLastWrite }: { withLastWrite: boolean }) {
  const administrators = alias(users, 'administrators')
  const query = database
    .select({
      tokenHash: sql<string>`${sessions.tokenHash}`,
      ...selectJson<SessionRow>({
        id: sessions.id,
        createdAt: sessions.createdAt,
        lastWrite: withLastWrite ? selectLastWrite(sessions.userId) : sql<null>`null`,
        lastSeenAt: sessions.lastSeenAt,
        expiresAt: sessions.expiresAt,
        twoFactorLastCheck: sessions.twoFactorLastCheck,
        administratorId: sessions.administratorId,
        administratorSessionId: sessions.administratorSessionId,
        administratorName: { firstName: administrators.firstName, lastName: administrators.lastName },
        administratorRoles: selectRoles(sessions.administratorId),
        impersonationUntil: sessions.impersonationUntil,
        roles: selectRoles(sessions.userId),
        language: users.language,
        user: profileColumns,
      }),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(administrators, eq(administrators.id, sessions.administratorId))
    .where(sql`${sessions.tokenHash} = any(${sql.placeholder('tokenHashes')}::text[])`)
    .prepare('sessions_of_tokens')
  // No cache: a cached row would keep a session valid after it has ended.
  return new DataLoader<string, SessionRow | null>(
    async (tokenHashes) => {
      const found = await query.execute({ tokenHashes })
      const rows = new Map(found.map(({ tokenHash, json }) => [tokenHash, sessionRow.parse(JSON.parse(json))]))
      return tokenHashes.map((tokenHash) => rows.get(tokenHash) ?? null)
    },
    { cache: false, batchScheduleFn: (dispatch) => void setImmediate(dispatch) },
  )
}

export type SessionQuery = ReturnType<typeof prepareSessionQuery>

/**
 * The active session of a token, or null. After an expired impersonation the same token opens the administrator's own
 * session, because other requests of the page may still use it.
 */
export async function findSession(
  database: Database,
  query: SessionQuery,
  { token, language, now }: { token: string; language: Locale; now: Date },
): Promise<SessionRow | null> {
  const tokenHash = hashToken(token)
  const row = await query.load(tokenHash)
  if (!row || isSessionExpired(row, now)) return null
  const { impersonationUntil: until, administratorRoles, roles: subjectRoles } = row
  const action = until && impersonationEndReason({ until, administratorRoles, subjectRoles }, now)
  if (action) {
    await runDetached(() => returnToAdministrator(database, { id: row.id, tokenHash, action, now, address: null }))
    const own = await query.load(tokenHash)
    return own && !own.administratorSessionId && !isSessionExpired(own, now) ? own : null
  }
  if (timeLeft(row.lastSeenAt, lastSeenInterval, now) === null) {
    // A read-only database still serves reads.
    await markSeen(database, row, { language, now }).catch((error: unknown) => {
      if (!isConnectionError(error)) throw error
    })
  }
  return row
}

/**
 * Updates last seen and the user's language in one go. An administrator's language is not saved to the impersonated
 * user.
 */
async function markSeen(
  database: Database,
  { id, administratorId, language: kept, user }: SessionRow,
  { language, now }: { language: Locale; now: Date },
): Promise<void> {
  await database
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, id), not(isWithin(sessions.lastSeenAt, lastSeenInterval, now))))
  if (administratorId || kept === language) return
  await database.update(users).set({ language }).where(eq(users.id, user.id))
}

export async function createSession(
  database: Database,
  {
    userId,
    issuer,
    idToken,
    providerSessionId,
    device,
    knownDeviceId = null,
    twoFactorLastCheck = null,
    now,
  }: NewSession,
): Promise<CreatedSession> {
  const token = createToken()
  const [opened] = await database
    .insert(sessions)
    .values({
      tokenHash: hashToken(token),
      userId,
      issuer,
      idToken,
      providerSessionId,
      providerAskedAt: now,
      ...device,
      knownDeviceId,
      twoFactorLastCheck,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + sessionLifetime),
    })
    .returning({ id: sessions.id })
  if (!opened) throw new Error('the session was not stored')
  return { id: opened.id, token }
}
