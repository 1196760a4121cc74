import { randomBytes } from 'node:crypto'
import type {} from '@fastify/cookie'
import { and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInFailure } from '#contract/auth/sign-in-failures.ts'
import { isSessionExpired } from '#server/access/session-lifetime.ts'
import type { Database } from '#server/db/client.ts'
import { oidcAttempts, sessions } from '#server/db/schema/identity.ts'
import type { Env } from '#server/environment/env.ts'
import { cookieName, cookieOptions, createToken, hashToken, isToken } from '#server/security/tokens.ts'
import type { AttemptSecrets } from './client.ts'
import { SignInError } from './sign-in-error.ts'

/** Milliseconds that a sign-in at the provider may take (D-2). */
const attemptLifetime = 10 * 60_000
/** Milliseconds for which an expired attempt is kept, so that the reason of a late response is known. */
const expiredAttemptLifetime = 24 * 60 * 60_000

/** An authorization response: its state and the holder secrets of the browser. */
type AttemptResponse = { state: string; holders: readonly string[]; now: Date }

/**
 * Authorization attempts at a provider. Only the browser that started an attempt can finish it, once and for the same
 * purpose. `Payload` is data that is stored with the attempt.
 */
export function oidcAttemptStore<Payload extends Record<string, string>>(database: Database, purpose: string) {
  const isOpen = (state: string, now: Date) =>
    and(
      eq(oidcAttempts.stateHash, hashToken(state)),
      eq(oidcAttempts.purpose, purpose),
      gt(oidcAttempts.expiresAt, now),
    )
  const isHeldBy = (holders: readonly string[]) => inArray(oidcAttempts.holderHash, holders.map(hashToken))

  return {
    async start({ holder, payload, now }: { holder: string; payload: Payload; now: Date }): Promise<AttemptSecrets> {
      const secrets = { state: createToken(), nonce: createToken(), codeVerifier: createToken() }
      await database.insert(oidcAttempts).values({
        stateHash: hashToken(secrets.state),
        purpose,
        holderHash: hashToken(holder),
        nonce: secrets.nonce,
        codeVerifier: secrets.codeVerifier,
        payload,
        expiresAt: new Date(now.getTime() + attemptLifetime),
      })
      return secrets
    },

    /** Data of an attempt, also if it has expired or was used. Does not check the browser. */
    async findAny(state: string): Promise<Payload | null> {
      const [found] = await database
        .select({ payload: oidcAttempts.payload })
        .from(oidcAttempts)
        .where(and(eq(oidcAttempts.stateHash, hashToken(state)), eq(oidcAttempts.purpose, purpose)))
      return found ? (found.payload as Payload) : null
    },

    /** Data of a pending attempt. Does not check the browser. */
    async find({ state, now }: Omit<AttemptResponse, 'holders'>): Promise<Payload | null> {
      const [found] = await database
        .select({ payload: oidcAttempts.payload })
        .from(oidcAttempts)
        .where(and(isOpen(state, now), isNull(oidcAttempts.usedAt)))
      return found ? (found.payload as Payload) : null
    },

    /** Consumes the attempt before the code is redeemed: of two requests with the same state only one continues. */
    async claim({
      state,
      holders,
      now,
    }: AttemptResponse): Promise<(AttemptSecrets & Payload & { beganAt: Date }) | null> {
      const [claimed] = await database
        .update(oidcAttempts)
        .set({ usedAt: now })
        .where(and(isOpen(state, now), isHeldBy(holders), isNull(oidcAttempts.usedAt)))
        .returning()
      if (!claimed) return null
      const { nonce, codeVerifier, payload, expiresAt } = claimed
      const beganAt = new Date(expiresAt.getTime() - attemptLifetime)
      return { state, nonce, codeVerifier, ...(payload as Payload), beganAt }
    },

    /** Why `claim` finds nothing. */
    async explain({ state, holders, now }: AttemptResponse): Promise<SignInError> {
      const [found] = await database
        .select({ holderHash: oidcAttempts.holderHash, expiresAt: oidcAttempts.expiresAt })
        .from(oidcAttempts)
        .where(and(eq(oidcAttempts.stateHash, hashToken(state)), eq(oidcAttempts.purpose, purpose)))
      const expected = 'a state that this server gave within the last 10 minutes'
      const failure = (reason: SignInFailure, seen: string) =>
        new SignInError(reason, { setting: null, expected, seen })
      if (!found) return failure('attempt-unknown', 'a state that is unknown or older than a day')
      if (found.expiresAt <= now) {
        const minutes = Math.round((now.getTime() - found.expiresAt.getTime() + attemptLifetime) / 60_000)
        return failure('attempt-expired', `a state that is ${minutes} minutes old`)
      }
      if (holders.map(hashToken).includes(found.holderHash)) return failure('attempt-used', 'a state that was used')
      const facts = { setting: 'PUBLIC_URL', expected: 'the cookie of the browser that began the attempt' }
      return holders.length === 0
        ? new SignInError('cookies-missing', { ...facts, seen: 'no cookie of an attempt' })
        : new SignInError('other-browser', { ...facts, seen: 'the cookie of another browser' })
    },

    /** Data of an attempt whose session is still active; else null. */
    async findWithActiveSession({ state, holders, now }: AttemptResponse): Promise<Payload | null> {
      const { lastSeenAt, expiresAt } = sessions
      const [found] = await database
        .select({ payload: oidcAttempts.payload, lastSeenAt, expiresAt })
        .from(oidcAttempts)
        .innerJoin(sessions, eq(sessions.id, oidcAttempts.sessionId))
        .where(and(isOpen(state, now), isHeldBy(holders)))
      return found && !isSessionExpired(found, now) ? (found.payload as Payload) : null
    },
  }
}

export async function deleteOldAttempts(database: Database, now: Date): Promise<void> {
  await database
    .delete(oidcAttempts)
    .where(lte(oidcAttempts.expiresAt, new Date(now.getTime() - expiredAttemptLifetime)))
}

/** Stores which code arrived at the redirect address of the attempt's own provider. */
export async function noteArrival(database: Database, { state, code }: { state: string; code: string }): Promise<void> {
  const arrived = sql`${oidcAttempts.payload} || jsonb_build_object('arrived', ${hashToken(code)}::text)`
  await database
    .update(oidcAttempts)
    .set({ payload: arrived })
    .where(and(eq(oidcAttempts.stateHash, hashToken(state)), isNull(oidcAttempts.usedAt)))
}

/** Throws if the code did not arrive at the redirect address of its provider, where the provider has one of its own. */
export function requireArrival(
  { name, hasOwnAddress }: { name: string; hasOwnAddress: boolean },
  code: string | undefined,
  { arrived }: { arrived?: string },
): void {
  if (!hasOwnAddress || code === undefined || arrived === hashToken(code)) return
  const expected = `a response at the redirect address of ${name}`
  throw new SignInError('issuer-differs', { setting: null, expected, seen: 'a response at another address' })
}

/** Stores the session that the attempt created, and where it led: the result page can be reloaded. */
export async function finishAttempt(
  database: Database,
  state: string,
  { sessionId, location }: { sessionId: string; location: string },
): Promise<void> {
  const finished = sql`${oidcAttempts.payload} || jsonb_build_object('location', ${location}::text)`
  await database
    .update(oidcAttempts)
    .set({ sessionId, payload: finished })
    .where(eq(oidcAttempts.stateHash, hashToken(state)))
}

/**
 * Cookies that bind sign-in attempts to the browser that started them (D-2). One value serves all attempts of a
 * browser. The cookie name has a random suffix, so that tabs opened at the same time do not overwrite each other's
 * cookie.
 */
export function readBrowserBindings(request: FastifyRequest, env: Env): string[] {
  return bindingCookies(request, env).map(([, binding]) => binding)
}

/** Returns the browser's binding, extended by ten minutes, or creates one. */
export function ensureBrowserBinding(request: FastifyRequest, reply: FastifyReply, env: Env): string {
  const created: [string, string] = [
    `${cookieName('lk_browser_', env)}${randomBytes(4).toString('hex')}`,
    createToken(),
  ]
  const [name, binding] = bindingCookies(request, env)[0] ?? created
  reply.setCookie(name, binding, { ...cookieOptions(env), maxAge: attemptLifetime / 1000 })
  return binding
}

function bindingCookies({ cookies }: FastifyRequest, env: Env): [name: string, binding: string][] {
  const prefix = cookieName('lk_browser_', env)
  return Object.entries(cookies)
    .flatMap<[string, string]>(([name, value = '']) =>
      name.startsWith(prefix) && isToken(value) ? [[name, value]] : [],
    )
    .slice(0, 20)
}
