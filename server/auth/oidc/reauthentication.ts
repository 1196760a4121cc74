import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '#server/environment/env.ts'
import { cookieName, cookieOptions, maxCookieAge } from '#server/security/tokens.ts'
import type { OidcUser } from './client.ts'
import { SignInError } from './sign-in-error.ts'

/** Authorization parameters that force a new login. Some providers honour only `prompt`, some only `max_age`. */
export const forceLoginParameters = { prompt: 'login', max_age: '0' } as const

/** Seconds of tolerance for rounding and network time. */
const tolerance = 30

type Attempt = { beganAt: Date; now: Date }

/**
 * Throws if the provider did not authenticate the user again. Compares the age of the authentication by the provider's
 * clock with the duration of the attempt by our clock, so the clocks need not agree. Without `auth_time` the login is
 * not accepted: OpenID Connect Core 3.1.2.1 requires it when `max_age` was sent.
 */
export function requireFreshLogin(person: OidcUser, attempt: Attempt): void {
  if (person.secondsSinceLogin === null) throw notRenewed('an ID token without auth_time')
  rejectStaleLogin(person, attempt)
}

/**
 * Like `requireFreshLogin`, but accepts a provider that does not send `auth_time`. For linking, where the user has
 * passed other checks.
 */
export function rejectStaleLogin({ secondsSinceLogin }: OidcUser, { beganAt, now }: Attempt): void {
  const took = (now.getTime() - beganAt.getTime()) / 1000
  if (secondsSinceLogin !== null && secondsSinceLogin > took + tolerance) {
    throw notRenewed(`a login ${secondsSinceLogin} s before the ID token, in an attempt of ${Math.round(took)} s`)
  }
}

function notRenewed(seen: string): SignInError {
  const expected = 'a new login at the provider (prompt=login, max_age=0), proven by auth_time'
  return new SignInError('login-not-renewed', { setting: null, expected, seen })
}

const newLoginCookie = (env: Env) => cookieName('lk_new_login', env)

/** All providers, in the cookies of versions that had one. */
const everyProvider = '*'

/** Names of the providers that were signed out of here while their sessions stayed open. */
function openProviders({ cookies }: FastifyRequest, env: Env): string[] {
  return cookies[newLoginCookie(env)]?.split('.').filter(Boolean) ?? []
}

/**
 * Whether the user has signed out in this browser while the session at the provider stayed open: the next sign-in
 * there requests a new login.
 */
export function requestsNewLogin(request: FastifyRequest, env: Env, provider?: { name: string }): boolean {
  const open = openProviders(request, env)
  return provider ? open.includes(provider.name) || open.includes(everyProvider) : open.length > 0
}

export function requestNewLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  { env, providers }: { env: Env; providers: readonly { name: string }[] },
): void {
  setOpenProviders(reply, env, [...openProviders(request, env), ...providers.map(({ name }) => name)])
}

/** After a new login at the provider. Other providers may still remember the person. */
export function clearNewLoginRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { env, provider }: { env: Env; provider: { name: string } },
): void {
  const isOpen = (name: string) => name !== provider.name && name !== everyProvider
  setOpenProviders(reply, env, openProviders(request, env).filter(isOpen))
}

function setOpenProviders(reply: FastifyReply, env: Env, names: readonly string[]): void {
  if (names.length === 0) reply.clearCookie(newLoginCookie(env), cookieOptions(env))
  else {
    const value = [...new Set(names)].join('.')
    reply.setCookie(newLoginCookie(env), value, { ...cookieOptions(env), maxAge: maxCookieAge })
  }
}
