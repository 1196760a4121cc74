import type { FastifyBaseLogger } from 'fastify'
import * as oidc from 'openid-client'
import { HttpError } from '#server/http-error.ts'

/** The user cancelled at the provider's page. */
export class SignInCancelled extends Error {}

const claimErrors = new Set(['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'])
const maxDetailLength = 500
const providerFailures = new Set(['server_error', 'temporarily_unavailable'])

/** Maps an error of the exchange to cancelled, rejected or provider failure. The provider's own message is logged. */
export async function toSignInError(error: unknown, log: FastifyBaseLogger): Promise<Error> {
  if (error instanceof HttpError) return error
  const details = await providerErrorDetails(error)
  if (error instanceof oidc.AuthorizationResponseError && !providerFailures.has(error.error)) {
    if (error.error === 'access_denied') return new SignInCancelled()
    log.warn({ details }, 'the identity provider returned an error')
    return new HttpError('sign-in-attempt-refused', `The identity provider returned ${error.error}`)
  }
  if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') {
    log.warn({ details }, 'the identity provider rejected the code')
    return new HttpError('sign-in-attempt-refused', 'The code is not valid or was used before')
  }
  if (claimErrors.has(oidcErrorCode(error) ?? '')) {
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

type ProviderError = { status?: number; error?: string; description?: string; body?: string }

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
