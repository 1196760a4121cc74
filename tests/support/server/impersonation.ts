import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { createToken, hashToken } from '#server/security/tokens.ts'

/** Suspends an administrator's session for an impersonation, like login-as. Returns the new token. */
export async function impersonate(
  database: Database,
  {
    administratorToken,
    userId,
    now,
    minutes = 30,
  }: { administratorToken: string; userId: string; now: Date; minutes?: number },
): Promise<string> {
  const [own] = await database
    .update(sessions)
    .set({ tokenHash: null })
    .where(eq(sessions.tokenHash, hashToken(administratorToken)))
    .returning()
  if (!own) throw new Error('the administrator has no session')
  const token = createToken()
  await database.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: own.expiresAt,
    administratorId: own.userId,
    administratorSessionId: own.id,
    impersonationReason: 'Родитель не видит договор',
    impersonationUntil: new Date(now.getTime() + minutes * 60_000),
  })
  return token
}
