import type { SignInFailure } from '#contract/auth/sign-in-failures.ts'

/** Problem documents (RFC 9457, D-21). A type without a message in `src/i18n/problem-messages.ts` does not compile. */

export const problemTypes = {
  'unreadable-request': 400,
  unauthenticated: 401,
  'role-missing': 403,
  'scope-missing': 403,
  'origin-refused': 403,
  'impersonation-forbids': 403,
  'target-not-weaker': 403,
  'account-locked': 403,
  'not-found': 404,
  timeout: 408,
  'state-conflict': 409,
  'accounts-not-joinable': 409,
  'no-place-left': 409,
  'transfer-refused': 409,
  'purchase-refused': 409,
  'price-changed': 409,
  'contract-text-changed': 409,
  'enrolment-refused': 409,
  'nothing-to-pay': 409,
  'payment-in-progress': 409,
  'session-changed': 409,
  'code-expired': 409,
  'no-second-factor': 409,
  'last-sign-in-method': 409,
  'password-kept-elsewhere': 409,
  'sign-in-attempt-refused': 409,
  'precondition-failed': 412,
  'too-large': 413,
  'wrong-media-type': 415,
  'invalid-values': 422,
  'code-wrong': 422,
  'two-factor-required': 428,
  'too-many-requests': 429,
  'code-too-soon': 429,
  'code-limit-reached': 429,
  'factor-locked': 429,
  'internal-error': 500,
  'provider-unreachable': 502,
  'payment-provider-unavailable': 503,
  unavailable: 503,
} as const
export type ProblemType = keyof typeof problemTypes

export type FieldError = { path: string; message: string }

/** Body of `application/problem+json`; `type` is a key of `problemTypes`. */
export type Problem = {
  type: ProblemType
  title: string
  status: number
  detail: string
  /** 422 only: invalid fields of the request. */
  errors?: FieldError[]
  /** Tries left after a wrong code. */
  triesLeft?: number
  /** 429 only: seconds until a retry is allowed, as in `Retry-After`. */
  retryAfter?: number
  /** Sign-in only: why it failed. */
  reason?: SignInFailure
  requestId?: string
}

/** Problem types of the reasons: 502 if the provider or its settings are at fault. */
export const problemOfSignInFailure: Record<SignInFailure, ProblemType> = {
  'callback-incomplete': 'sign-in-attempt-refused',
  'attempt-unknown': 'sign-in-attempt-refused',
  'attempt-expired': 'sign-in-attempt-refused',
  'attempt-used': 'sign-in-attempt-refused',
  'cookies-missing': 'sign-in-attempt-refused',
  'other-browser': 'sign-in-attempt-refused',
  'provider-denied': 'sign-in-attempt-refused',
  'provider-error': 'provider-unreachable',
  'request-refused': 'sign-in-attempt-refused',
  'provider-unreachable': 'provider-unreachable',
  'response-invalid': 'provider-unreachable',
  'client-rejected': 'provider-unreachable',
  'code-rejected': 'sign-in-attempt-refused',
  'clock-differs': 'sign-in-attempt-refused',
  'issuer-differs': 'sign-in-attempt-refused',
  'algorithm-differs': 'provider-unreachable',
  'signature-invalid': 'provider-unreachable',
  'id-token-invalid': 'sign-in-attempt-refused',
  'login-not-renewed': 'sign-in-attempt-refused',
  'account-locked': 'account-locked',
  'account-of-staff': 'sign-in-attempt-refused',
}
