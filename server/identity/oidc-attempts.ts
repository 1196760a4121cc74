import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { oidcAttempts, sessions } from '#server/db/schema/identity.ts'
import type { AttemptSecrets } from './oidc-client.ts'
import { hashOf, newSecret } from './secret.ts'
import { isOver } from './session-rules.ts'

/** D-2 */
export const attemptLifetime = 10 * 60_000

/** Who brings an answer back: the state it carries, and what this browser can have begun an attempt with. */
type Answered = { state: string; holders: readonly string[]; now: Date }

/**
 * Attempts to sign in at a provider. Only whoever holds what one was begun with can end it, once and for the same
 * purpose. `Kept` is what to know again at its end.
 */
export function oidcAttemptsOf<Kept extends Record<string, string>>(database: Database, purpose: string) {
  const living = (state: string, now: Date) =>
    and(eq(oidcAttempts.stateHash, hashOf(state)), eq(oidcAttempts.purpose, purpose), gt(oidcAttempts.expiresAt, now))
  const heldBy = (holders: readonly string[]) => inArray(oidcAttempts.holderHash, holders.map(hashOf))

  return {
    async start({ holder, kept, now }: { holder: string; kept: Kept; now: Date }): Promise<AttemptSecrets> {
      const secrets = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() }
      await database.delete(oidcAttempts).where(lte(oidcAttempts.expiresAt, now))
      await database.insert(oidcAttempts).values({
        stateHash: hashOf(secrets.state),
        purpose,
        holderHash: hashOf(holder),
        nonce: secrets.nonce,
        codeVerifier: secrets.codeVerifier,
        kept,
        expiresAt: new Date(now.getTime() + attemptLifetime),
      })
      return secrets
    },

    /** What was kept of an attempt that waits for its answer. Says nothing about the browser that brings it. */
    async find({ state, now }: Omit<Answered, 'holders'>): Promise<Kept | null> {
      const [found] = await database
        .select({ kept: oidcAttempts.kept })
        .from(oidcAttempts)
        .where(and(living(state, now), isNull(oidcAttempts.usedAt)))
      return found ? (found.kept as Kept) : null
    },

    /** Uses the attempt up, before anybody asks whether its code is good: of two requests with one state, one goes on. */
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

    /** Of an attempt that has opened a session which still lives; else null (D-3). */
    async ofLivingSession({ state, holders, now }: Answered): Promise<Kept | null> {
      const { lastSeenAt, expiresAt } = sessions
      const [ended] = await database
        .select({ kept: oidcAttempts.kept, lastSeenAt, expiresAt })
        .from(oidcAttempts)
        .innerJoin(sessions, eq(sessions.id, oidcAttempts.sessionId))
        .where(and(living(state, now), heldBy(holders)))
      return ended && !isOver(ended, now) ? (ended.kept as Kept) : null
    },
  }
}

/** The session that came of an attempt. */
export async function rememberOutcome(database: Database, state: string, sessionId: string): Promise<void> {
  await database
    .update(oidcAttempts)
    .set({ sessionId })
    .where(eq(oidcAttempts.stateHash, hashOf(state)))
}
