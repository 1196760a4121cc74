import { shownSignInFailures } from '#contract/auth/sign-in-failures.ts'
import type { ApiError } from '#src/api/api-error.ts'
import type { OauthFailure } from '#src/machines/oauth-result.ts'

/** Why a call of the sign-in failed: the reason of the server, else the type of the error. */
export function signInFailureOf({ type, problem }: ApiError): OauthFailure {
  return { reason: problem?.reason ?? type, requestId: problem?.requestId ?? null }
}

/** Address of the 500 page that explains a failed sign-in. */
export function signInFailureAddress({ reason, requestId }: OauthFailure): string {
  const shown = shownSignInFailures.find((known) => known === reason)
  const search = { after: 'sign-in', ...(shown && { reason: shown }), ...(requestId && { request: requestId }) }
  return `/500?${new URLSearchParams(search)}`
}
