import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { sessions, signInAttempts } from '#server/db/schema/identity.ts'
import type { AttemptSecrets } from './oidc-client.ts'
import { hashOf, newSecret } from './secret.ts'
import { isOver } from './sessions.ts'

/** D-2 */
export const attemptLifetime = 10 * 60_000

export type ClaimedAttempt = AttemptSecrets & { fromUrl: string }

/** Starts an attempt that only the browser holding `browser` can end; `fromUrl` is already judged. */
export async function startAttempt(
  database: Database,
  { browser, fromUrl, now }: { browser: string; fromUrl: string; now: Date },
): Promise<AttemptSecrets> {
  const secrets = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() }
  await database.delete(signInAttempts).where(lte(signInAttempts.expiresAt, now))
  await database.insert(signInAttempts).values({
    stateHash: hashOf(secrets.state),
    nonce: secrets.nonce,
    codeVerifier: secrets.codeVerifier,
    fromUrl,
    browserHash: hashOf(browser),
    expiresAt: new Date(now.getTime() + attemptLifetime),
  })
  return secrets
}

/** Uses the attempt up, before anybody asks whether its code is good: of two requests with one state, one goes on. */
export async function claimAttempt(
  database: Database,
  { state, browsers, now }: { state: string; browsers: readonly string[]; now: Date },
): Promise<ClaimedAttempt | null> {
  const [claimed] = await database
    .update(signInAttempts)
    .set({ usedAt: now })
    .where(and(ofBrowser(state, browsers), isNull(signInAttempts.usedAt), gt(signInAttempts.expiresAt, now)))
    .returning()
  return claimed ? { state, nonce: claimed.nonce, codeVerifier: claimed.codeVerifier, fromUrl: claimed.fromUrl } : null
}

/** Where an attempt has led that ended well in this very browser, while the session it opened lives; else null (D-3). */
export async function whereAttemptLed(
  database: Database,
  { state, browsers, now }: { state: string; browsers: readonly string[]; now: Date },
): Promise<string | null> {
  const [ended] = await database
    .select({ fromUrl: signInAttempts.fromUrl, lastSeenAt: sessions.lastSeenAt, expiresAt: sessions.expiresAt })
    .from(signInAttempts)
    .innerJoin(sessions, eq(sessions.id, signInAttempts.sessionId))
    .where(and(ofBrowser(state, browsers), gt(signInAttempts.expiresAt, now)))
  return ended && !isOver(ended, now) ? ended.fromUrl : null
}

export async function rememberOutcome(database: Database, state: string, sessionId: string): Promise<void> {
  await database
    .update(signInAttempts)
    .set({ sessionId })
    .where(eq(signInAttempts.stateHash, hashOf(state)))
}

function ofBrowser(state: string, browsers: readonly string[]) {
  return and(eq(signInAttempts.stateHash, hashOf(state)), inArray(signInAttempts.browserHash, browsers.map(hashOf)))
}
