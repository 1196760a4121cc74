import { type Problem, type ProblemType, problemTypes } from '#contract/problem.ts'

/** Failures that carry no problem document of ours. */
export type TransportProblem = 'offline' | 'timeout' | 'unreadable' | 'unknown'
export type FailureType = ProblemType | TransportProblem

/** The one error of every call: a problem document of the server, or what kept us from getting one. */
export class Failure extends Error {
  readonly type: FailureType
  readonly status: number | null
  readonly problem: Problem | null

  constructor(type: FailureType, status: number | null, problem: Problem | null, options?: ErrorOptions) {
    super(problem?.detail ?? type, options)
    this.name = 'Failure'
    this.type = type
    this.status = status
    this.problem = problem
  }
}

/** The problem document that an answer is; null for any other. */
export function readProblem(headers: Headers, text: unknown): Problem | null {
  if (!headers.get('content-type')?.startsWith('application/problem+json') || typeof text !== 'string') return null
  try {
    const problem = JSON.parse(text) as Problem
    return problem.type in problemTypes ? problem : null
  } catch {
    return null
  }
}

/** The server has decided: asking again cannot change the answer. */
export function isDecided(error: unknown): boolean {
  return error instanceof Failure && error.status !== null && error.status >= 400 && error.status < 500
}

/** Whoever shows a failure themselves still cannot go on: the session is over, or is another person's. */
export function concernsSession(error: unknown): boolean {
  return error instanceof Failure && (error.status === 401 || error.type === 'session-changed')
}

export type FailureEvent = {
  type: 'call.unauthorized' | 'call.forbidden' | 'call.broken' | 'call.answeredForAnother'
}

/** The error catalogue (S8): what a failed call means to the session, if anything. */
export function failureEvent(error: unknown): FailureEvent | null {
  if (!(error instanceof Failure) || error.status === null) return null
  if (error.type === 'session-changed') return { type: 'call.answeredForAnother' }
  if (error.status === 401) return { type: 'call.unauthorized' }
  if (error.status === 403) return { type: 'call.forbidden' }
  if (error.status >= 500) return { type: 'call.broken' }
  return null
}

export type Attempt<Answer> = { answer: Answer; error: null } | { answer: null; error: Failure }

/** For the calls that return their error to the caller instead of throwing it (S8). */
export async function attempt<Answer>(call: Promise<Answer>): Promise<Attempt<Answer>> {
  try {
    return { answer: await call, error: null }
  } catch (error) {
    if (error instanceof Failure) return { answer: null, error }
    throw error
  }
}

/** What the server says is wrong at one place of the request (422, D-21): a short code; null when nothing is. */
export function fieldError(error: Error | null, path: string): string | null {
  const errors = error instanceof Failure ? error.problem?.errors : undefined
  return errors?.find((one) => one.path === path)?.message ?? null
}
