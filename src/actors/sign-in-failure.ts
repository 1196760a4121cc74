import type { ApiError } from '#src/api/api-error.ts'
import type { OauthFailure } from '#src/machines/oauth-result.ts'

/** Why a call of the sign-in failed: the reason of the server, else the type of the error. */
export function signInFailureOf({ type, problem }: ApiError): OauthFailure {
  return { reason: problem?.reason ?? type, requestId: problem?.requestId ?? null }
}
