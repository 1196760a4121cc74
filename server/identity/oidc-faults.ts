import type { FastifyBaseLogger } from 'fastify'
import * as oidc from 'openid-client'
import { Refusal } from '#server/refusal.ts'

/** The visitor changed their mind at the provider's page: no fault of anybody's. */
export class SignInCancelled extends Error {}

const refusedByChecks = new Set(['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'])
const longestWords = 500
const providerIsIll = new Set(['server_error', 'temporarily_unavailable'])

/** What a failed sign-in is to the visitor: called off, refused, or the provider's fault. The log has the provider's own words. */
export async function meaningOf(error: unknown, log: FastifyBaseLogger): Promise<Error> {
  if (error instanceof Refusal) return error
  const told = await toldBy(error)
  if (error instanceof oidc.AuthorizationResponseError && !providerIsIll.has(error.error)) {
    if (error.error === 'access_denied') return new SignInCancelled()
    log.warn({ told }, 'the identity provider refused')
    return new Refusal('sign-in-attempt-refused', `The identity provider refused: ${error.error}`)
  }
  if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') {
    log.warn({ told }, 'the identity provider does not take the code')
    return new Refusal('sign-in-attempt-refused', 'The code is not valid or was used before')
  }
  if (refusedByChecks.has(codeOf(error) ?? '')) {
    log.warn({ err: error }, 'an ID token that is not the answer to this attempt')
    return new Refusal('sign-in-attempt-refused', 'The ID token is not the answer to this attempt')
  }
  if (isAboutSubject(error)) {
    log.warn({ err: error }, 'an ID token that names nobody')
    return new Refusal('sign-in-attempt-refused', 'The ID token names nobody')
  }
  log.error({ err: error, told }, 'the identity provider does not answer as it should')
  return new Refusal('provider-unreachable', 'The identity provider does not answer as it should')
}

type Told = { status?: number; error?: string; description?: string; body?: string }

/** What the provider says is wrong, as whoever set it up needs to read it. */
export async function toldBy(error: unknown): Promise<Told | undefined> {
  if (error instanceof oidc.AuthorizationResponseError) return wordsIn(error)
  if (error instanceof oidc.ResponseBodyError) return { status: error.status, ...wordsIn(error) }
  const response = error instanceof oidc.WWWAuthenticateChallengeError ? error.response : causeOf(error)
  if (!(response instanceof Response)) return undefined
  // A challenge says which way to show a secret; what is wrong with it is in the body.
  const body = response.bodyUsed ? '' : await response.text().catch(() => '')
  return { status: response.status, ...wordsOf(body) }
}

function wordsOf(body: string): Told {
  try {
    return wordsIn(JSON.parse(body))
  } catch {
    return { body: body.slice(0, longestWords) }
  }
}

function wordsIn({ error, error_description: description }: { error?: unknown; error_description?: unknown }): Told {
  return {
    error: String(error).slice(0, longestWords),
    ...(typeof description === 'string' && { description: description.slice(0, longestWords) }),
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}

/** A `sub` that is no text openid-client refuses itself, before `subjectOf` can; it has no code of its own. */
function isAboutSubject(error: unknown): boolean {
  return error instanceof oidc.ClientError && error.cause instanceof Error && error.cause.message.includes('JWT "sub"')
}

/** In one word why no person came of it; whatever is no fault of the provider's is thrown on. */
export function faultOf(error: unknown): 'cancelled' | 'unreachable' | 'refused' {
  if (error instanceof SignInCancelled) return 'cancelled'
  if (error instanceof Refusal) return error.problem === 'provider-unreachable' ? 'unreachable' : 'refused'
  throw error
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof oidc.ClientError ? error.code : undefined
}
