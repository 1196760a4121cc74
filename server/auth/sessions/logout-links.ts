import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { logoutLinks } from '#server/db/schema/identity.ts'
import { createToken, hashToken } from '#server/tokens.ts'

const linkLifetime = 2 * 60_000

/** The session and the cookie that the link signs out; both null for a visitor. */
export type LogoutLink = { sessionId: string | null; cookieHash: string | null }

/** Creates a sign-out link that works once, for two minutes, in the browser of this session (D-4). */
export async function createLogoutLink(database: Database, link: LogoutLink, now: Date): Promise<string> {
  const token = createToken()
  await database.delete(logoutLinks).where(lte(logoutLinks.expiresAt, now))
  await database
    .insert(logoutLinks)
    .values({ tokenHash: hashToken(token), ...link, expiresAt: new Date(now.getTime() + linkLifetime) })
  return token
}

/** Consumes the link; null if it is unknown, used or expired. */
export async function consumeLogoutLink(database: Database, token: string, now: Date): Promise<LogoutLink | null> {
  const [link] = await database
    .update(logoutLinks)
    .set({ usedAt: now })
    .where(and(eq(logoutLinks.tokenHash, hashToken(token)), isNull(logoutLinks.usedAt), gt(logoutLinks.expiresAt, now)))
    .returning({ sessionId: logoutLinks.sessionId, cookieHash: logoutLinks.cookieHash })
  return link ?? null
}
