import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import { isSessionExpired } from '#server/auth/sessions/session-lifetime.ts'
import type { Database } from '#server/db/client.ts'
import { oidcAttempts, sessions } from '#server/db/schema/identity.ts'
import { createToken, hashToken } from '#server/tokens.ts'
import type { AttemptSecrets } from './client.ts'

/** Ten minutes (D-2). */
export const attemptLifetime = 10 * 60_000

/** An authorization response: its state and the holder secrets of the browser. */
type Answered = { state: string; holders: readonly string[]; now: Date }

/**
 * Authorization attempts at a provider. Only the browser that started an attempt can finish it, once and for the same
 * purpose. `Kept` is data that is returned at the end.
 */
export function oidcAttemptStore<Kept extends Record<string, string>>(database: Database, purpose: string) {
  const living = (state: string, now: Date) =>
    and(
      eq(oidcAttempts.stateHash, hashToken(state)),
      eq(oidcAttempts.purpose, purpose),
      gt(oidcAttempts.expiresAt, now),
    )
  const heldBy = (holders: readonly string[]) => inArray(oidcAttempts.holderHash, holders.map(hashToken))

  return {
    async start({ holder, kept, now }: { holder: string; kept: Kept; now: Date }): Promise<AttemptSecrets> {
      const secrets = { state: createToken(), nonce: createToken(), codeVerifier: createToken() }
      await database.delete(oidcAttempts).where(lte(oidcAttempts.expiresAt, now))
      await database.insert(oidcAttempts).values({
        stateHash: hashToken(secrets.state),
        purpose,
        holderHash: hashToken(holder),
        nonce: secrets.nonce,
        codeVerifier: secrets.codeVerifier,
        kept,
        expiresAt: new Date(now.getTime() + attemptLifetime),
      })
      return secrets
    },

    /** Data of a pending attempt. Does not check the browser. */
    async find({ state, now }: Omit<Answered, 'holders'>): Promise<Kept | null> {
      const [found] = await database
        .select({ kept: oidcAttempts.kept })
        .from(oidcAttempts)
        .where(and(living(state, now), isNull(oidcAttempts.usedAt)))
      return found ? (found.kept as Kept) : null
    },

    /** Consumes the attempt before the code is redeemed: of two requests with the same state only one continues. */
    async claim({ state, holders, now }: Answered): Promise<(AttemptSecrets & Kept & { beganAt: Date }) | null> {
      const [claimed] = await database
        .update(oidcAttempts)
        .set({ usedAt: now })
        .where(and(living(state, now), heldBy(holders), isNull(oidcAttempts.usedAt)))
        .returning()
      if (!claimed) return null
      const { nonce, codeVerifier, kept, expiresAt } = claimed
      const beganAt = new Date(expiresAt.getTime() - attemptLifetime)
      return { state, nonce, codeVerifier, ...(kept as Kept), beganAt }
    },

    /** Data of an attempt whose session is still active; else null (D-3). */
    async findWithActiveSession({ state, holders, now }: Answered): Promise<Kept | null> {
      const { lastSeenAt, expiresAt } = sessions
      const [ended] = await database
        .select({ kept: oidcAttempts.kept, lastSeenAt, expiresAt })
        .from(oidcAttempts)
        .innerJoin(sessions, eq(sessions.id, oidcAttempts.sessionId))
        .where(and(living(state, now), heldBy(holders)))
      return ended && !isSessionExpired(ended, now) ? (ended.kept as Kept) : null
    },
  }
}

/** Stores the session that the attempt created. */
export async function linkAttemptToSession(database: Database, state: string, sessionId: string): Promise<void> {
  await database
    .update(oidcAttempts)
    .set({ sessionId })
    .where(eq(oidcAttempts.stateHash, hashToken(state)))
}
