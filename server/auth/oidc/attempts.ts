import { randomBytes } from 'node:crypto'
import type {} from '@fastify/cookie'
import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSessionExpired } from '#server/auth/sessions/session-store.ts'
import type { Database } from '#server/db/client.ts'
import { oidcAttempts, sessions } from '#server/db/schema/identity.ts'
import type { Env } from '#server/env.ts'
import { cookieName, cookieOptions, createToken, hashToken } from '#server/tokens.ts'
import type { AttemptSecrets } from './client.ts'

/** Ten minutes (D-2). */
const attemptLifetime = 10 * 60_000

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

/**
 * Cookies that bind sign-in attempts to the browser that started them (D-2). One value serves all attempts of a
 * browser. The cookie name has a random suffix, so that tabs opened at the same time do not overwrite each other's
 * cookie.
 */
export function readBrowserBindings(request: FastifyRequest, env: Env): string[] {
  const prefix = cookieName('lk_browser_', env)
  return Object.entries(request.cookies)
    .filter(([name]) => name.startsWith(prefix))
    .map(([, value]) => value)
    .filter((value): value is string => value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value))
    .slice(0, 20)
}

/** Returns the browser's binding, extended by ten minutes, or creates one. */
export function ensureBrowserBinding(request: FastifyRequest, reply: FastifyReply, env: Env): string {
  const prefix = cookieName('lk_browser_', env)
  const held = readBrowserBindings(request, env)[0]
  const name = Object.entries(request.cookies).find(([, value]) => held !== undefined && value === held)?.[0]
  const binding = held ?? createToken()
  reply.setCookie(name ?? `${prefix}${randomBytes(4).toString('hex')}`, binding, {
    ...cookieOptions(env),
    maxAge: attemptLifetime / 1000,
  })
  return binding
}
