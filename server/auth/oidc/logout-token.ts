import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyResult, jwtVerify } from 'jose'
import type { ServerMetadata } from 'openid-client'
import { defaultClockTolerance } from '#server/environment/oidc-settings.ts'
import { defaultTimeout, type OidcClientOptions } from './discovery.ts'

/** A verified logout token (OpenID Connect Back-Channel Logout 1.0, 2.4): at least one of `subject` and `sessionId`. */
export type LogoutToken = {
  id: string
  subject: string | null
  /** `sid` of the ID tokens of the ended session. */
  sessionId: string | null
  /** After this instant the token is refused because of its age. */
  expiresAt: Date
}

/** The token is not valid. `message` has no part of it but names of algorithms and types. */
export class LogoutTokenRefused extends Error {}

/** The keys of the provider could not be read, so the token is neither valid nor invalid. */
export class LogoutTokenUnverified extends Error {}

/** Algorithms with a public key. The client secret is not only the provider's. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Types of the header. Many providers write the general type of RFC 7519; `events` distinguishes logout tokens. */
const types = new Set([undefined, 'logout+jwt', 'jwt'])
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** Seconds for which a token without `exp` is valid. The first version of the specification did not require it. */
const defaultLifetime = 120

type Keys = ReturnType<typeof createRemoteJWKSet>
type Options = Pick<OidcClientOptions, 'clientId' | 'clockTolerance' | 'timeout'>

/** Verifies logout tokens for this client. The keys of the provider are read again when a token has an unknown one. */
export function createLogoutTokenCheck({
  clientId,
  clockTolerance = defaultClockTolerance,
  timeout = defaultTimeout,
}: Options) {
  let known: { address: string; keys: Keys } | undefined

  function keysAt(address: string): Keys {
    if (known?.address !== address)
      known = { address, keys: createRemoteJWKSet(new URL(address), { timeoutDuration: timeout * 1000 }) }
    return known.keys
  }

  return async (token: string, server: ServerMetadata): Promise<LogoutToken> => {
    if (server.jwks_uri === undefined) throw new LogoutTokenUnverified('the provider names no jwks_uri')
    const offered = server.id_token_signing_alg_values_supported ?? ['RS256']
    const expected = {
      issuer: server.issuer,
      audience: clientId,
      algorithms: algorithms.filter((algorithm) => offered.includes(algorithm)),
      clockTolerance,
      requiredClaims: ['iat', 'jti', 'events'],
    }
    const { payload, protectedHeader } = await jwtVerify(token, keysAt(server.jwks_uri), expected).catch(refuse)
    const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '')
    if (!types.has(type)) throw new LogoutTokenRefused('typ is not logout+jwt')
    return readClaims(payload, clockTolerance)
  }
}

/** The messages of the library quote nothing of the token. Its errors without an own code are those of reading the keys. */
function refuse(error: unknown): JWTVerifyResult {
  const isOfToken = error instanceof errors.JOSEError && !keyErrors.has(error.code)
  if (isOfToken) throw new LogoutTokenRefused(error.message)
  throw new LogoutTokenUnverified('the keys of the provider could not be read', { cause: error })
}

const keyErrors = new Set<string>([errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code])

function readClaims({ iat = 0, exp, jti, sub, sid, events, nonce }: JWTPayload, tolerance: number): LogoutToken {
  const now = new Date()
  const issuedAt = new Date(iat * 1000)
  if (issuedAt.getTime() > now.getTime() + tolerance * 1000) throw new LogoutTokenRefused('iat is in the future')
  const expiresAt = new Date(((exp ?? iat + defaultLifetime) + tolerance) * 1000)
  if (expiresAt <= now) throw new LogoutTokenRefused('the token is too old')
  if (typeof jti !== 'string' || jti === '') throw new LogoutTokenRefused('jti is empty')
  if (!hasLogoutEvent(events)) throw new LogoutTokenRefused('events does not name a logout')
  // An ID token, which a browser has, must not end sessions.
  if (nonce !== undefined) throw new LogoutTokenRefused('a logout token has no nonce')
  const subject = textOf(sub)
  const sessionId = textOf(sid)
  if (subject === null && sessionId === null) throw new LogoutTokenRefused('neither sub nor sid')
  return { id: jti, subject, sessionId, expiresAt }
}

function hasLogoutEvent(events: unknown): boolean {
  const event = typeof events === 'object' && events !== null ? Reflect.get(events, logoutEvent) : undefined
  return typeof event === 'object' && event !== null && !Array.isArray(event)
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null
}
