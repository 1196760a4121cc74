import { type FieldError, type Problem, type ProblemType, problemTypes } from '#contract/problem.ts'

type More = { errors?: FieldError[] | undefined; triesLeft?: number | undefined; retryAfter?: number | undefined }

/** A refusal as plain values, from which the same one can be made again. */
export type KeptRefusal = { problem: ProblemType; detail: string } & More

/** Seconds after which a database that is being restarted may answer. */
export const worthAnotherTry = 5

/**
 * How a handler says no: thrown, it becomes the problem document of its type (D-21).
 * `detail` is English for whoever reads the log; the browser has its own words per type.
 */
export class Refusal extends Error {
  readonly problem: ProblemType
  readonly detail: string
  readonly errors: FieldError[] | undefined
  readonly triesLeft: number | undefined
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(problem: ProblemType, detail: string, more: More = {}) {
    super(`${problem}: ${detail}`)
    this.name = 'Refusal'
    this.problem = problem
    this.detail = detail
    this.errors = more.errors
    this.triesLeft = more.triesLeft
    this.retryAfter = more.retryAfter ?? (problem === 'unavailable' ? worthAnotherTry : undefined)
  }

  get status(): number {
    return problemTypes[this.problem]
  }
}

export function refuse(problem: ProblemType, detail: string, more?: More): never {
  throw new Refusal(problem, detail, more)
}

/** One value of the request is wrong: `path` says which, `message` in a word how. */
export function refuseValue(path: string, message: string, detail: string): never {
  return refuse('invalid-values', detail, { errors: [{ path, message }] })
}

const titles: Record<ProblemType, string> = {
  'unreadable-request': 'The request cannot be read',
  unauthenticated: 'No session',
  'role-missing': 'Not allowed for this person',
  'origin-refused': 'Not a request of our own pages',
  'impersonation-forbids': 'Not while logged in as another user',
  'target-not-weaker': 'Only someone with fewer rights can be logged in as',
  'not-found': 'Not there, or not yours',
  timeout: 'The request did not come in time',
  'state-conflict': 'Conflicts with the current state',
  'no-place-left': 'No place is left in this group',
  'move-refused': 'This group cannot be changed now',
  'purchase-refused': 'This group cannot be bought now',
  'price-changed': 'The price has changed meanwhile',
  'enrolment-refused': 'Nobody can be enrolled here now',
  'nothing-to-pay': 'Nothing is left to pay',
  'session-changed': 'Someone else is signed in by now',
  'code-over': 'There is no code to check any more',
  'no-second-factor': 'Neither a phone nor an email to send a code to',
  'last-way-in': 'The last way to sign in',
  'password-kept-elsewhere': 'The password is not changed here',
  'sign-in-attempt-refused': 'This sign-in attempt is not valid',
  'too-large': 'Too large',
  'wrong-media-type': 'Wrong media type',
  'invalid-values': 'Invalid values',
  'code-wrong': 'Wrong code',
  'two-factor-required': 'A fresh two-factor check is required',
  'too-many-requests': 'Too many requests',
  'code-too-soon': 'The next code cannot be sent yet',
  'codes-spent': 'No more codes for now',
  'factor-locked': 'Locked after too many wrong codes',
  'internal-error': 'Internal error',
  'provider-unreachable': 'The identity provider does not answer',
  unavailable: 'Unavailable for the moment',
}

export function problemOf(refusal: Refusal, requestId: string): Problem {
  const { problem, status, detail, errors, triesLeft, retryAfter } = refusal
  return {
    type: problem,
    title: titles[problem],
    status,
    detail,
    ...(errors && { errors }),
    ...(triesLeft !== undefined && { triesLeft }),
    ...(retryAfter !== undefined && { retryAfter }),
    requestId,
  }
}
