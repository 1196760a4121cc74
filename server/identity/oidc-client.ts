import type { FastifyBaseLogger } from 'fastify'
import * as oidc from 'openid-client'
import type { Locale } from '#contract/enumerations.ts'
import { Refusal, refuse } from '#server/refusal.ts'

/** Where the provider sends the visitor back to (D-3). */
const resultPath = '/auth/oauth-result'
const scope = 'openid profile email'
const rediscoverAfter = 60 * 60_000
const retryAfter = 250

export type OidcClientOptions = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  publicUrl: string
  clock: () => Date
  log: FastifyBaseLogger
  /** Seconds each request to the provider may take. */
  timeout?: number
}

/** What only the server knows about a sign-in attempt (D-2). */
export type AttemptSecrets = { state: string; nonce: string; codeVerifier: string }

/** What the provider sent back through the browser. */
export type ProviderAnswer = Partial<Record<'code' | 'state' | 'iss' | 'error' | 'error_description', string>>

export type SignedInPerson = {
  subject: string
  firstName: string
  lastName: string
  patronym: string | null
  email: string | null
  idToken: string
}

/** The visitor changed their mind at the provider's page: no fault of anybody's. */
export class SignInCancelled extends Error {}

/** Our side of OpenID Connect (D-1), against any issuer. Whatever the provider does wrong leaves here as a `Refusal`. */
export type OidcClient = ReturnType<typeof createOidcClient>

declare module 'fastify' {
  interface FastifyInstance {
    oidc: OidcClient
  }
}

export function createOidcClient(options: OidcClientOptions) {
  const { clientId, publicUrl, log } = options
  const redirectUri = `${publicUrl}${resultPath}`
  const configuration = discoverLazily(options)

  return {
    /** Where to sign in. */
    async authorizationUrl({ state, nonce, codeVerifier }: AttemptSecrets, language: Locale): Promise<string> {
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ui_locales: language,
      })
      return url.href
    },

    /** Turns the provider's answer into the person who signed in; a code is good for one call. */
    async redeem(answer: ProviderAnswer, attempt: AttemptSecrets): Promise<SignedInPerson> {
      const known = await configuration()
      checkIssuer(answer.iss, known.serverMetadata())
      try {
        const tokens = await oidc.authorizationCodeGrant(known, addressOfAnswer(redirectUri, answer), {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims || !tokens.id_token) throw new Error('the provider sent no ID token')
        const described = hasName(claims)
          ? claims
          : { ...claims, ...(await askUserInfo(known, tokens.access_token, claims.sub)) }
        return { subject: claims.sub, ...nameOf(described), email: textOf(described.email), idToken: tokens.id_token }
      } catch (error) {
        throw meaningOf(error, log)
      }
    },

    /** The provider's end-session address, which comes back to `/`; null where there is none to be had (D-4). */
    async endSessionUrl(idToken: string | null, language: Locale): Promise<string | null> {
      try {
        const known = await configuration()
        if (known.serverMetadata().end_session_endpoint === undefined) return null
        return oidc.buildEndSessionUrl(known, {
          client_id: clientId,
          post_logout_redirect_uri: `${publicUrl}/`,
          ui_locales: language,
          ...(idToken && { id_token_hint: idToken }),
        }).href
      } catch (error) {
        log.warn({ err: error }, 'signing out here only: the identity provider does not answer')
        return null
      }
    },
  }

  async function askUserInfo(known: oidc.Configuration, accessToken: string, subject: string) {
    try {
      return await oidc.fetchUserInfo(known, accessToken, subject)
    } catch (error) {
      log.warn({ err: error }, 'the identity provider tells no name')
      return {}
    }
  }
}

/** Asks for the provider's addresses at the first need and once an hour; one that is down for a while keeps its old ones. */
function discoverLazily(options: OidcClientOptions): () => Promise<oidc.Configuration> {
  const { clock, log } = options
  let known: { configuration: oidc.Configuration; at: number } | undefined
  let asking: Promise<oidc.Configuration> | undefined

  async function ask(): Promise<oidc.Configuration> {
    try {
      const configuration = await discoverWithRetry(options)
      known = { configuration, at: clock().getTime() }
      return configuration
    } finally {
      asking = undefined
    }
  }

  return async () => {
    if (known && clock().getTime() - known.at < rediscoverAfter) return known.configuration
    asking ??= ask()
    try {
      return await asking
    } catch (error) {
      log.error({ err: error, issuer: options.issuer }, 'the identity provider cannot be discovered')
      return known?.configuration ?? refuse('provider-unreachable', 'The identity provider does not answer')
    }
  }
}

async function discoverWithRetry(options: OidcClientOptions): Promise<oidc.Configuration> {
  try {
    return await discover(options)
  } catch (error) {
    if (codeOf(error) === 'OAUTH_TIMEOUT') throw error
    await new Promise((resolve) => setTimeout(resolve, retryAfter))
    return discover(options)
  }
}

/** An issuer of plain http was named so on purpose; one of https is never spoken to over http, wherever it points. */
function discover({ issuer, clientId, clientSecret, timeout = 5 }: OidcClientOptions): Promise<oidc.Configuration> {
  const server = new URL(issuer)
  const insecure = server.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
  return oidc.discovery(server, clientId, clientSecret ?? {}, authentication(clientSecret), {
    timeout,
    execute: [oidc.enableNonRepudiationChecks, ...insecure],
  })
}

/** `client_secret_basic` is what OpenID Connect presumes of a provider that names no method. */
function authentication(secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None()
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const method = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
    method(secret)(server, ...rest)
  }
}

/** RFC 9207: an answer of another provider, mixed up or slipped in, is not redeemed. */
function checkIssuer(iss: string | undefined, server: oidc.ServerMetadata): void {
  const isMissing = iss === undefined && server.authorization_response_iss_parameter_supported === true
  if (isMissing || (iss !== undefined && iss !== server.issuer)) {
    refuse('sign-in-attempt-refused', 'The answer comes from another identity provider')
  }
}

function addressOfAnswer(redirectUri: string, answer: ProviderAnswer): URL {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  return url
}

const refusedByChecks = new Set(['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'])
const providerIsIll = new Set(['server_error', 'temporarily_unavailable'])

function meaningOf(error: unknown, log: FastifyBaseLogger): Error {
  if (error instanceof Refusal) return error
  if (error instanceof oidc.AuthorizationResponseError && !providerIsIll.has(error.error)) {
    if (error.error === 'access_denied') return new SignInCancelled()
    return new Refusal('sign-in-attempt-refused', `The identity provider refused: ${error.error}`)
  }
  if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') {
    return new Refusal('sign-in-attempt-refused', 'The code is not valid or was used before')
  }
  if (refusedByChecks.has(codeOf(error) ?? '')) {
    log.warn({ err: error }, 'an ID token that is not the answer to this attempt')
    return new Refusal('sign-in-attempt-refused', 'The ID token is not the answer to this attempt')
  }
  log.error({ err: error }, 'the identity provider does not answer as it should')
  return new Refusal('provider-unreachable', 'The identity provider does not answer as it should')
}

function codeOf(error: unknown): string | undefined {
  return error instanceof oidc.ClientError ? error.code : undefined
}

type Claims = Readonly<Record<string, unknown>>

function hasName(claims: Claims): boolean {
  return textOf(claims.given_name) !== null || textOf(claims.name) !== null
}

/** A provider that tells only the whole name tells it in the order in which it is spoken. */
function nameOf(claims: Claims): Pick<SignedInPerson, 'firstName' | 'lastName' | 'patronym'> {
  const [first = '', ...rest] = (textOf(claims.name) ?? '').split(/\s+/)
  return {
    firstName: textOf(claims.given_name) ?? first,
    lastName: textOf(claims.family_name) ?? rest.join(' '),
    patronym: textOf(claims.middle_name),
  }
}

function textOf(claim: unknown): string | null {
  const text = typeof claim === 'string' ? claim.replaceAll('\0', '').trim() : ''
  return text === '' ? null : text.slice(0, 254)
}
