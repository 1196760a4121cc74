import * as oidc from 'openid-client'
import type { SignInFailure } from '#contract/auth/sign-in-failures.ts'
import type { LinkError } from '#contract/enumerations.ts'
import type { OidcSettings } from '#server/environment/oidc-settings.ts'
import { HttpError } from '#server/http/http-error.ts'
import { SignInError } from './sign-in-error.ts'

/** The user cancelled at the provider's page. */
export class SignInCancelled extends Error {}

/** The provider refused the client in every way of authentication that was tried. */
export class ClientRefused extends Error {
  readonly refusals: readonly ({ method: string } & Partial<ErrorResponse>)[]

  constructor(refusals: ClientRefused['refusals']) {
    super('the identity provider does not accept this client')
    this.refusals = refusals
  }
}

/** The provider has spent the code; another sign-in will succeed. */
export class CodeSpent extends SignInError {
  constructor() {
    const seen = 'a code that the provider spent before it refused the client authentication'
    super('code-rejected', { setting: null, expected: 'a code that is not spent', seen })
  }
}

/** With `prompt=none`: the person has no session at the provider, or it would have to ask the person. */
export class LoginRequired extends SignInError {}

/** The part of a client's settings that explains its failures to the operator. */
type ClientSettings = Pick<OidcSettings, 'issuer' | 'clientId' | 'clientSecret' | 'scope' | 'settingPrefix'> & {
  publicUrl: string
}

const claimComparisonFailed = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'
const maxDetailLength = 300
const loginErrors = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
])
const providerFailures = new Set(['server_error', 'temporarily_unavailable'])

/**
 * Maps an error of the provider or of `openid-client` to cancelled or to the reason of the failure, with the facts for
 * the operator. `secrets` are removed from what the provider wrote.
 */
export async function toSignInError(
  error: unknown,
  settings: ClientSettings,
  secrets: readonly (string | undefined)[] = [],
): Promise<Error> {
  if (error instanceof HttpError || error instanceof SignInCancelled) return error
  const failures = createFailures(settings, [settings.clientSecret, ...secrets])
  if (error instanceof oidc.AuthorizationResponseError) return failures.refusedAuthorization(error)
  if (error instanceof ClientRefused) return failures.refusedClient(error)
  const response = await readErrorResponse(error)
  return response ? failures.errorResponse(error, response) : failures.invalid(error)
}

function createFailures(settings: ClientSettings, secrets: readonly (string | undefined)[]) {
  const { issuer, clientId, publicUrl, scope, settingPrefix = 'OIDC' } = settings
  const setting = (part: 'ISSUER' | 'CLIENT_ID' | 'SCOPES') => `${settingPrefix}_${part}`
  const client = clientSettings(settingPrefix).join(', ')
  const fail = (
    reason: SignInFailure,
    [of, expected, seen]: readonly [of: string | null, expected: string, seen: string],
    cause?: unknown,
  ) => new SignInError(reason, { setting: of, expected, seen: withoutSecrets(seen, secrets) }, { cause })

  function refusedAuthorization({ error, error_description: description }: oidc.AuthorizationResponseError): Error {
    const seen = describeError({ error, description })
    if (error === 'access_denied') {
      if (!description) return new SignInCancelled()
      return fail('provider-denied', [null, `${issuer} lets the person use the client ${clientId}`, seen])
    }
    if (providerFailures.has(error)) return fail('provider-error', [null, `${issuer} signs the person in`, seen])
    const isScope = error === 'invalid_scope'
    const [of, expected] = isScope
      ? [setting('SCOPES'), `scopes that the client may request, now ${scope}`]
      : [setting('CLIENT_ID'), `${issuer} accepts the authorization request of ${clientId}`]
    if (loginErrors.has(error))
      return new LoginRequired('request-refused', { setting: of, expected, seen: withoutSecrets(seen, secrets) })
    return fail('request-refused', [of, expected, seen])
  }

  function refusedClient({ refusals }: ClientRefused): Error {
    const seen = refusals.map(({ method, status, ...body }) => `${method}: ${status} ${describeError(body)}`).join('; ')
    return fail('client-rejected', [client, `${issuer} accepts the client ${clientId}`, seen])
  }

  function errorResponse(error: unknown, { status, from, ...body }: ErrorResponse): Error {
    const seen = `${status} ${describeError(body)}`
    if (status >= 500 || providerFailures.has(body.error ?? ''))
      return fail('provider-error', [null, `an answer of ${from}`, seen])
    if (body.error === 'invalid_grant') {
      const expected = `the code is redeemed once, in time, with the redirect address below ${publicUrl}`
      return fail('code-rejected', ['PUBLIC_URL', expected, seen])
    }
    if (error instanceof oidc.ResponseBodyError)
      return fail('request-refused', [client, `${from} accepts the request of ${clientId}`, seen])
    return fail('response-invalid', [setting('ISSUER'), `an OpenID Connect answer of ${from}`, seen], error)
  }

  /** Errors that `openid-client` finds itself. */
  function invalid(error: unknown): Error {
    const code = oidcErrorCode(error)
    const { message, facts } = innermost(error)
    const algorithm = String(facts.header?.alg ?? facts.alg)
    if (isConnectionError(error))
      return fail('provider-unreachable', [setting('ISSUER'), `${issuer} answers`, message], error)
    if (facts.attribute === 'issuer')
      return fail('issuer-differs', [setting('ISSUER'), issuer, `discovery of ${facts.body?.issuer}`])
    if (code === claimComparisonFailed) {
      const value = JSON.stringify(facts.claims?.[facts.claim ?? ''])
      if (facts.claim === 'iss')
        return fail('issuer-differs', [setting('ISSUER'), issuer, `an ID token with the issuer ${value}`])
      if (facts.claim === 'nonce')
        return fail('id-token-invalid', [null, 'an ID token of this attempt', 'an ID token with another nonce'])
      const seen = `an ID token with ${facts.claim} ${value}`
      return fail('id-token-invalid', [setting('CLIENT_ID'), `an ID token for ${clientId}`, seen])
    }
    if (message.includes('"alg" header') || message.includes('JWS algorithm')) {
      const expected = `an ID token signed with ${[facts.expected ?? 'an algorithm with a public key'].flat().join(', ')}`
      return fail('algorithm-differs', [setting('ISSUER'), expected, algorithm])
    }
    if (isKeyError(error)) {
      const seen = facts.header ? `${message}; kid ${facts.header.kid}, alg ${algorithm}` : message
      return fail('signature-invalid', [setting('ISSUER'), `a signature by a key of ${issuer}`, seen])
    }
    if (message.includes('JWT "')) return fail('id-token-invalid', [null, 'a valid ID token', message])
    return fail('response-invalid', [setting('ISSUER'), `an OpenID Connect answer of ${issuer}`, message], error)
  }

  return { refusedAuthorization, refusedClient, errorResponse, invalid }
}

const unreachable: ReadonlySet<SignInFailure> = new Set(['provider-unreachable', 'provider-error'])
const ofAttempt: ReadonlySet<SignInFailure> = new Set([
  'attempt-unknown',
  'attempt-expired',
  'attempt-used',
  'cookies-missing',
  'other-browser',
])

/** Maps a failure to the message for linking an account, or for signing in through one; rethrows unexpected errors. */
export function linkErrorOf(error: unknown): Exclude<LinkError, 'taken'> {
  if (error instanceof SignInCancelled) return 'cancelled'
  if (!(error instanceof SignInError)) throw error
  if (unreachable.has(error.reason)) return 'unreachable'
  return ofAttempt.has(error.reason) ? 'expired' : 'refused'
}

/**
 * Whether the answer does not fit the known metadata: no key has this id or verifies the signature, the algorithm or the
 * issuer is another one, or an address is gone.
 */
export function isOutdatedMetadata(error: unknown): boolean {
  if (error instanceof TypeError || isKeyError(error)) return true
  const code = oidcErrorCode(error)
  const { message, facts } = innermost(error)
  if (code === 'OAUTH_INVALID_RESPONSE') return message.includes('"alg"')
  if (code === claimComparisonFailed) return facts.claim === 'iss'
  const cause = causeOf(error)
  return cause instanceof Response && goneStatuses.has(cause.status)
}

const goneStatuses = new Set([301, 302, 307, 308, 404, 405, 410])

/** No key has this id, or the key with this id does not verify the signature. */
function isKeyError(error: unknown): boolean {
  const code = oidcErrorCode(error)
  return (
    code === 'OAUTH_KEY_SELECTION_FAILED' ||
    (code === 'OAUTH_INVALID_RESPONSE' && innermost(error).message.includes('signature'))
  )
}

/** The claims of a token that a check of the library refused with this code. */
export function refusedClaims(error: unknown, code: string): Record<string, unknown> | null {
  return oidcErrorCode(error) === code ? (innermost(error).facts.claims ?? null) : null
}

/** RFC 6749, 5.2: the code is wrong, expired or spent. */
export function isInvalidGrant(error: unknown): boolean {
  return error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant'
}

/** The settings by which a provider knows this client. */
function clientSettings(prefix: string): string[] {
  const names = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`]
  return prefix.startsWith('OIDC') ? [...names, `${prefix}_CLIENT_KEY_FILE`, `${prefix}_CLIENT_AUTH`] : names
}

type ErrorBody = { error?: string | undefined; description?: string | undefined; body?: string }
export type ErrorResponse = ErrorBody & { status: number; from: string }

/** The error response that the provider sent; null if the error is none. */
export async function readErrorResponse(error: unknown): Promise<ErrorResponse | null> {
  if (error instanceof oidc.ResponseBodyError)
    return { status: error.status, from: error.response.url, ...errorOfBody(error) }
  const response = error instanceof oidc.WWWAuthenticateChallengeError ? error.response : causeOf(error)
  if (!(response instanceof Response)) return null
  // The challenge names only the scheme; the error is in the body. The library has read a body that is no JSON.
  const type = response.headers.get('content-type') ?? 'no content type'
  const body = response.bodyUsed ? type : await response.text().catch(() => type)
  return { status: response.status, from: response.url, ...parseErrorBody(body) }
}

function parseErrorBody(body: string): ErrorBody {
  try {
    return errorOfBody(JSON.parse(body))
  } catch {
    return { body }
  }
}

function errorOfBody({
  error,
  error_description: description,
}: {
  error?: unknown
  error_description?: unknown
}): ErrorBody {
  return { error: String(error), ...(typeof description === 'string' && { description }) }
}

/** `error: description`, as the provider wrote them. */
function describeError({ error, description, body }: ErrorBody): string {
  const text = [error, description ?? body].filter(Boolean).join(': ').replaceAll(/\s+/g, ' ')
  return text.slice(0, maxDetailLength)
}

function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  return secrets.reduce<string>((kept, secret) => (secret ? kept.replaceAll(secret, '…') : kept), text)
}

/** What `openid-client` attaches to its errors. */
type LibraryFacts = {
  header?: { alg?: unknown; kid?: unknown }
  alg?: unknown
  expected?: string | string[]
  attribute?: string
  body?: { issuer?: unknown }
  claim?: string
  claims?: Record<string, unknown>
}

/** The message of the first error, and the facts below it. */
function innermost(error: unknown): { message: string; facts: LibraryFacts } {
  let last = error
  while (causeOf(last) instanceof Error) last = causeOf(last)
  const code = last instanceof Error && 'code' in last ? String(last.code) : ''
  const message = last instanceof Error ? `${code.replace(/^OAUTH_.*/, '')} ${last.message}`.trim() : 'an unknown error'
  const facts = causeOf(last)
  return { message, facts: typeof facts === 'object' && facts !== null ? facts : {} }
}

/** `fetch` rejects with a `TypeError`; its timeout is a `DOMException`. */
function isConnectionError(error: unknown): boolean {
  const code = oidcErrorCode(error)
  return error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT'
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}

export function oidcErrorCode(error: unknown): string | undefined {
  return error instanceof oidc.ClientError ? error.code : undefined
}
