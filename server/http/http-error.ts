import type { SignInFailure } from '#contract/auth/sign-in-failures.ts'
import { type FieldError, type Problem, type ProblemType, problemTypes } from '#contract/problem.ts'

type ProblemDetails = {
  errors?: FieldError[] | undefined
  triesLeft?: number | undefined
  retryAfter?: number | undefined
  reason?: SignInFailure | undefined
}

/** An HTTP error as plain values, as stored with an idempotency key. */
export type StoredProblem = { problem: ProblemType; detail: string } & ProblemDetails

/** Seconds after which a restarted database may answer: `Retry-After` of every 503. */
export const unavailableRetryAfter = 5

/**
 * An error that is sent as a problem document (RFC 9457). `detail` is English, for developers; the browser has
 * its own text per type.
 */
export class HttpError extends Error {
  readonly type: ProblemType
  readonly detail: string
  readonly errors: FieldError[] | undefined
  readonly triesLeft: number | undefined
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter: number | undefined
  /** Why a sign-in failed. */
  readonly reason: SignInFailure | undefined

  constructor(problem: ProblemType, detail: string, more: ProblemDetails = {}) {
    super(`${problem}: ${detail}`)
    this.name = 'HttpError'
    this.type = problem
    this.detail = detail
    this.errors = more.errors
    this.triesLeft = more.triesLeft
    this.reason = more.reason
    this.retryAfter = more.retryAfter ?? (problem === 'unavailable' ? unavailableRetryAfter : undefined)
  }

  get status(): number {
    return problemTypes[this.type]
  }
}

/** Throws an `HttpError`. */
export function throwProblem(problem: ProblemType, detail: string, more?: ProblemDetails): never {
  throw new HttpError(problem, detail, more)
}

/** Throws `invalid-values` for the field at `path`; `message` is the code of the fault. */
export function throwInvalidValue(path: string, message: string, detail: string): never {
  return throwProblem('invalid-values', detail, { errors: [{ path, message }] })
}

const titles: Record<ProblemType, string> = {
  'unreadable-request': 'The request cannot be read',
  unauthenticated: 'No session',
  'role-missing': 'Not allowed for this person',
  'scope-missing': 'Not in the scopes of the service account',
  'origin-refused': 'Not a request of our own pages',
  'impersonation-forbids': 'Not while logged in as another user',
  'target-not-weaker': 'Only someone with fewer rights can be logged in as',
  'account-locked': 'The school has locked this account',
  'not-found': 'Not there, or not yours',
  timeout: 'The request did not come in time',
  'state-conflict': 'Conflicts with the current state',
  'accounts-not-joinable': 'These accounts cannot be joined',
  'no-place-left': 'No place is left in this group',
  'transfer-refused': 'This group cannot be changed now',
  'purchase-refused': 'This group cannot be bought now',
  'price-changed': 'The price has changed meanwhile',
  'contract-text-changed': 'The text of the contract has changed meanwhile',
  'enrolment-refused': 'Enrolment is not possible now',
  'nothing-to-pay': 'Nothing is left to pay',
  'payment-in-progress': 'Another payment is under way',
  'session-changed': 'Someone else is signed in by now',
  'code-expired': 'There is no code to check any more',
  'no-second-factor': 'Neither a phone nor an email to send a code to',
  'last-sign-in-method': 'The last way to sign in',
  'password-kept-elsewhere': 'The password is not changed here',
  'sign-in-attempt-refused': 'This sign-in attempt is not valid',
  'precondition-failed': 'The record has changed',
  'too-large': 'Too large',
  'wrong-media-type': 'Wrong media type',
  'invalid-values': 'Invalid values',
  'code-wrong': 'Wrong code',
  'two-factor-required': 'A fresh two-factor check is required',
  'too-many-requests': 'Too many requests',
  'code-too-soon': 'The next code cannot be sent yet',
  'code-limit-reached': 'No more codes for now',
  'factor-locked': 'Locked after too many wrong codes',
  'internal-error': 'Internal error',
  'provider-unreachable': 'The identity provider does not answer',
  'payment-provider-unavailable': 'The payment provider does not answer',
  unavailable: 'Unavailable for the moment',
}

export function toProblemDocument(refusal: HttpError, requestId: string): Problem {
  const { type, status, detail, errors, triesLeft, retryAfter, reason } = refusal
  return {
    type,
    title: titles[type],
    status,
    detail,
    ...(errors && { errors }),
    ...(triesLeft !== undefined && { triesLeft }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(reason !== undefined && { reason }),
    requestId,
  }
}
