import type { Failure, FailureType } from './api/failure.ts'

/** A call that went wrong, as whoever looks for it in the server's log knows it. */
export type NotedFailure = { call: string; type: FailureType; requestId: string; at: number }

const mostNoted = 3

/** Remembers the last calls that the server answered with a problem; somebody who writes about it may tell of them. */
export function createLastFailures(now: () => number) {
  let noted: readonly NotedFailure[] = []
  return {
    noted: () => noted,
    note(call: string, { type, problem }: Failure) {
      const requestId = problem?.requestId
      if (requestId !== undefined) noted = [{ call, type, requestId, at: now() }, ...noted].slice(0, mostNoted)
    },
  }
}

export type LastFailures = ReturnType<typeof createLastFailures>
