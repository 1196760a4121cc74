import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { logoutLinks } from '#server/db/schema/identity.ts'
import { hashOf, newSecret } from './secret.ts'

const linkLifetime = 2 * 60_000

/** Whom a link signs out: a person's own session, and the cookie of the browser that asked; nobody's for a visitor. */
export type LogoutLink = { sessionId: string | null; cookieHash: string | null }

/** The token of a sign-out link that works once, for two minutes, in the browser of this session (D-4). */
export async function makeLogoutLink(database: Database, link: LogoutLink, now: Date): Promise<string> {
  const token = newSecret()
  await database.delete(logoutLinks).where(lte(logoutLinks.expiresAt, now))
  await database
    .insert(logoutLinks)
    .values({ tokenHash: hashOf(token), ...link, expiresAt: new Date(now.getTime() + linkLifetime) })
  return token
}

/** Uses the link up; null for one that is unknown, used or late. */
export async function claimLogoutLink(database: Database, token: string, now: Date): Promise<LogoutLink | null> {
  const [link] = await database
    .update(logoutLinks)
    .set({ usedAt: now })
    .where(and(eq(logoutLinks.tokenHash, hashOf(token)), isNull(logoutLinks.usedAt), gt(logoutLinks.expiresAt, now)))
    .returning({ sessionId: logoutLinks.sessionId, cookieHash: logoutLinks.cookieHash })
  return link ?? null
}
