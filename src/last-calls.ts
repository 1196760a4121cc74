import type { Failure, FailureType } from './api/failure.ts'

/** A call as whoever looks for it in the server's log knows it. */
export type NotedCall = { call: string; requestId: string; at: number }
export type NotedFailure = NotedCall & { type: FailureType }

const mostNoted = 3

/**
 * Remembers the last calls that the server answered with a problem, and the last answer of each other: somebody who
 * writes about what they see may tell of them, for what is wrong on a screen may well have been answered.
 */
export function createLastCalls(now: () => number) {
  let failures: readonly NotedFailure[] = []
  const answers = new Map<string, NotedCall>()
  return {
    failures: () => failures,
    answers: () => [...answers.values()],
    failed(call: string, { type, problem }: Failure) {
      const requestId = problem?.requestId
      if (requestId !== undefined) failures = [{ call, type, requestId, at: now() }, ...failures].slice(0, mostNoted)
    },
    answered(call: string, headers: Headers) {
      const requestId = headers.get('x-request-id')
      if (requestId !== null) answers.set(call, { call, requestId, at: now() })
    },
  }
}

export type LastCalls = ReturnType<typeof createLastCalls>
