/** Reasons of failed sign-ins, without zod. A reason without texts does not compile. */
export const signInFailures = [
  // The browser does not hold the attempt.
  'callback-incomplete',
  'attempt-unknown',
  'attempt-expired',
  'attempt-used',
  'cookies-missing',
  'other-browser',
  // The provider returned an error.
  'provider-denied',
  'provider-error',
  'request-refused',
  // The code was not redeemed.
  'provider-unreachable',
  'response-invalid',
  'client-rejected',
  'code-rejected',
  // The ID token is not accepted.
  'clock-differs',
  'issuer-differs',
  'algorithm-differs',
  'signature-invalid',
  'id-token-invalid',
  'login-not-renewed',
  // The account is not accepted.
  'account-locked',
  'account-of-staff',
] as const
export type SignInFailure = (typeof signInFailures)[number]

/** Reasons that the 500 page explains: also those of calls that did not reach the sign-in. */
export const shownSignInFailures = [...signInFailures, 'too-many-requests', 'offline', 'timeout'] as const
export type ShownSignInFailure = (typeof shownSignInFailures)[number]

type FailedSignIn = { reason: string | null; requestId: string | null; from?: string }

/** Address of the 500 page that explains a failed sign-in; a reason that it does not explain is left out. */
export function signInFailureAddress({ reason, requestId, from }: FailedSignIn): string {
  const shown = shownSignInFailures.find((known) => known === reason)
  const search = {
    after: 'sign-in',
    ...(shown && { reason: shown }),
    ...(requestId && { request: requestId }),
    ...(from !== undefined && { from }),
  }
  return `/500?${new URLSearchParams(search)}`
}
