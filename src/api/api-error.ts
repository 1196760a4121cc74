import { type Problem, type ProblemType, problemTypes } from '#contract/problem.ts'

/** Errors without a problem document. */
type TransportErrorType = 'offline' | 'timeout' | 'unreadable' | 'unknown'
export type ApiErrorType = ProblemType | TransportErrorType

/** The only error of calls: a problem document of the server or a transport error. */
export class ApiError extends Error {
  readonly type: ApiErrorType
  readonly status: number | null
  readonly problem: Problem | null

  constructor(type: ApiErrorType, status: number | null, problem: Problem | null, options?: ErrorOptions) {
    super(problem?.detail ?? type, options)
    this.name = 'Failure'
    this.type = type
    this.status = status
    this.problem = problem
  }
}

/** Parses a problem document; null for any other response. */
export function parseProblem(headers: Headers, text: unknown): Problem | null {
  if (!headers.get('content-type')?.startsWith('application/problem+json') || typeof text !== 'string') return null
  try {
    const problem = JSON.parse(text) as Problem
    return problem.type in problemTypes ? problem : null
  } catch {
    return null
  }
}

/** For requests outside of the contract: their failure as an error of a call. */
export function unreached(cause: unknown): never {
  throw new ApiError('offline', null, null, { cause })
}

/** Whether a retry cannot succeed (4xx). */
export function isDefinitive(error: unknown): boolean {
  return error instanceof ApiError && error.status !== null && error.status >= 400 && error.status < 500
}

/** Whether no answer came. */
export function isUnreached(error: unknown): boolean {
  return error instanceof ApiError && (error.type === 'offline' || error.type === 'timeout')
}

/**
 * Whether the session has ended or belongs to another user. Callers that show errors themselves must still report
 * this one.
 */
export function isSessionError(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.type === 'session-changed')
}

export type SessionErrorEvent = {
  type: 'call.unauthorized' | 'call.forbidden' | 'call.broken' | 'call.answeredForAnother'
}

/** Maps an error to an event of the session (S8); null for errors that do not concern it. */
export function toSessionEvent(error: unknown): SessionErrorEvent | null {
  if (!(error instanceof ApiError) || error.status === null) return null
  if (error.type === 'session-changed') return { type: 'call.answeredForAnother' }
  if (error.status === 401) return { type: 'call.unauthorized' }
  if (error.status === 403) return { type: 'call.forbidden' }
  if (error.status >= 500) return { type: 'call.broken' }
  return null
}

export type Result<Answer> = { answer: Answer; error: null } | { answer: null; error: ApiError }

/** Converts a rejected call to a result with an `ApiError`; other errors are rethrown. */
export async function toResult<Answer>(call: Promise<Answer>): Promise<Result<Answer>> {
  try {
    return { answer: await call, error: null }
  } catch (error) {
    if (error instanceof ApiError) return { answer: null, error }
    throw error
  }
}

/** The error code of one field of the request (422); null when the field is valid. */
export function fieldErrorOf(error: Error | null, path: string): string | null {
  const errors = error instanceof ApiError ? error.problem?.errors : undefined
  return errors?.find((one) => one.path === path)?.message ?? null
}
