import type { FastifyBaseLogger } from 'fastify'
import * as oidc from 'openid-client'
import { HttpError } from '#server/http-error.ts'

/** The user cancelled at the provider's page. */
export class SignInCancelled extends Error {}

/** The provider refused the client in every way of authentication that was tried. */
export class ClientRefused extends Error {
  readonly refusals: readonly ({ method: string } & ProviderError)[]

  constructor(refusals: ClientRefused['refusals']) {
    super('the identity provider does not accept this client')
    this.refusals = refusals
  }
}

/** The provider has spent the code; another sign-in will succeed. */
export class CodeSpent extends HttpError {
  constructor() {
    super('sign-in-attempt-refused', 'The identity provider has spent the code')
  }
}

const claimComparisonFailed = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'
const maxDetailLength = 500
const providerFailures = new Set(['server_error', 'temporarily_unavailable'])

/** Maps an error of the exchange to cancelled, rejected or provider failure. The provider's own message is logged. */
export async function toSignInError(
  error: unknown,
  { log, settingPrefix = 'OIDC' }: { log: FastifyBaseLogger; settingPrefix?: string },
): Promise<Error> {
  if (error instanceof HttpError) return error
  if (error instanceof ClientRefused) {
    const { refusals } = error
    log.error({ settings: clientSettings(settingPrefix), refusals }, error.message)
    return new HttpError('provider-unreachable', 'The identity provider does not accept this client')
  }
  const details = await providerErrorDetails(error)
  if (error instanceof oidc.AuthorizationResponseError && !providerFailures.has(error.error)) {
    if (error.error === 'access_denied') return new SignInCancelled()
    log.warn({ details }, 'the identity provider returned an error')
    return new HttpError('sign-in-attempt-refused', `The identity provider returned ${error.error}`)
  }
  if (isInvalidGrant(error)) {
    log.warn({ details }, 'the identity provider rejected the code')
    return new HttpError('sign-in-attempt-refused', 'The code is not valid or was used before')
  }
  if (oidcErrorCode(error) === claimComparisonFailed) {
    log.warn({ err: error }, 'the ID token does not belong to this attempt')
    return new HttpError('sign-in-attempt-refused', 'The ID token does not belong to this attempt')
  }
  if (isSubjectError(error)) {
    log.warn({ err: error }, 'the ID token has an invalid subject')
    return new HttpError('sign-in-attempt-refused', 'The ID token has an invalid subject')
  }
  log.error({ err: error, details }, 'the identity provider sent an invalid response')
  return new HttpError('provider-unreachable', 'The identity provider sent an invalid response')
}

/** The settings by which a provider knows this client. */
function clientSettings(prefix: string): string[] {
  const names = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`]
  return prefix === 'OIDC' ? [...names, 'OIDC_CLIENT_KEY_FILE', 'OIDC_CLIENT_AUTH'] : names
}

export type ProviderError = { status?: number; error?: string; description?: string; body?: string }

/** The provider's error details, for the log. */
export async function providerErrorDetails(error: unknown): Promise<ProviderError | undefined> {
  if (error instanceof oidc.AuthorizationResponseError) return errorDetails(error)
  if (error instanceof oidc.ResponseBodyError) return { status: error.status, ...errorDetails(error) }
  const response = error instanceof oidc.WWWAuthenticateChallengeError ? error.response : causeOf(error)
  if (!(response instanceof Response)) return undefined
  // The challenge names only the scheme; the error is in the body.
  const body = response.bodyUsed ? '' : await response.text().catch(() => '')
  return { status: response.status, ...parseErrorBody(body) }
}

function parseErrorBody(body: string): ProviderError {
  try {
    return errorDetails(JSON.parse(body))
  } catch {
    return { body: body.slice(0, maxDetailLength) }
  }
}

function errorDetails({
  error,
  error_description: description,
}: {
  error?: unknown
  error_description?: unknown
}): ProviderError {
  return {
    error: String(error).slice(0, maxDetailLength),
    ...(typeof description === 'string' && { description: description.slice(0, maxDetailLength) }),
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}

/**
 * Whether the answer does not fit the known metadata: no key has this id or verifies the signature, the algorithm or the
 * issuer is another one, or an address is gone.
 */
export function isOutdatedMetadata(error: unknown): boolean {
  if (error instanceof TypeError) return true
  const code = oidcErrorCode(error)
  const cause = causeOf(error)
  if (code === 'OAUTH_KEY_SELECTION_FAILED') return true
  if (code === 'OAUTH_INVALID_RESPONSE') return cause instanceof Error && /signature|"alg"/.test(cause.message)
  if (code === claimComparisonFailed) return detailsOf(error).claim === 'iss'
  return cause instanceof Response && goneStatuses.has(cause.status)
}

const goneStatuses = new Set([301, 302, 307, 308, 404, 405, 410])

/** The claims of a token that a check of the library refused with this code. */
export function refusedClaims(error: unknown, code: string): Record<string, unknown> | null {
  const { claims } = detailsOf(error)
  return oidcErrorCode(error) === code && typeof claims === 'object' ? (claims as Record<string, unknown>) : null
}

/** What the library says about a refused claim: the claim, the expected value and all claims. */
function detailsOf(error: unknown): { claim?: unknown; claims?: unknown } {
  const details = causeOf(causeOf(error))
  return typeof details === 'object' && details !== null ? details : {}
}

/** RFC 6749, 5.2: the code is wrong, expired or spent. */
export function isInvalidGrant(error: unknown): boolean {
  return error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant'
}

/** openid-client rejects a `sub` that is not a string before `subjectFromClaims` runs; its error has no code. */
function isSubjectError(error: unknown): boolean {
  return error instanceof oidc.ClientError && error.cause instanceof Error && error.cause.message.includes('JWT "sub"')
}

/** Reason of a failed authorization; rethrows unexpected errors. */
export function failureReason(error: unknown): 'cancelled' | 'unreachable' | 'refused' {
  if (error instanceof SignInCancelled) return 'cancelled'
  if (error instanceof HttpError) return error.type === 'provider-unreachable' ? 'unreachable' : 'refused'
  throw error
}

export function oidcErrorCode(error: unknown): string | undefined {
  return error instanceof oidc.ClientError ? error.code : undefined
}
