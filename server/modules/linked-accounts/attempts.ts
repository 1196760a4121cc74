import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { linkAttempts } from '#server/db/schema/identity.ts'
import type { AttemptSecrets } from '#server/identity/oidc-client.ts'
import { hashOf, newSecret } from '#server/identity/secret.ts'
import { attemptLifetime } from '#server/identity/sign-in-attempts.ts'

type OfSession = { sessionId: string; provider: string; now: Date }

export async function startAttempt(
  database: Database,
  { sessionId, provider, now }: OfSession,
): Promise<AttemptSecrets> {
  const secrets = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() }
  await database.delete(linkAttempts).where(lte(linkAttempts.expiresAt, now))
  await database.insert(linkAttempts).values({
    stateHash: hashOf(secrets.state),
    sessionId,
    provider,
    nonce: secrets.nonce,
    codeVerifier: secrets.codeVerifier,
    expiresAt: new Date(now.getTime() + attemptLifetime),
  })
  return secrets
}

/** Uses the attempt up: of two requests with one state, one goes on. Null for one of another session, used or late. */
export async function claimAttempt(
  database: Database,
  { state, sessionId, provider, now }: OfSession & { state: string },
): Promise<AttemptSecrets | null> {
  const [claimed] = await database
    .update(linkAttempts)
    .set({ usedAt: now })
    .where(
      and(
        eq(linkAttempts.stateHash, hashOf(state)),
        eq(linkAttempts.sessionId, sessionId),
        eq(linkAttempts.provider, provider),
        isNull(linkAttempts.usedAt),
        gt(linkAttempts.expiresAt, now),
      ),
    )
    .returning()
  return claimed ? { state, nonce: claimed.nonce, codeVerifier: claimed.codeVerifier } : null
}
