import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { hashOf, newSecret } from '#server/identity/secret.ts'

/** Puts an administrator's living session to rest under an impersonation, as login-as does (D-37); the token that opens it. */
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
    .where(eq(sessions.tokenHash, hashOf(administratorToken)))
    .returning()
  if (!own) throw new Error('the administrator has no session')
  const token = newSecret()
  await database.insert(sessions).values({
    tokenHash: hashOf(token),
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
