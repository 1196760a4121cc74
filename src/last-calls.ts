import type { FailureType } from './api/failure.ts'

/** A call as whoever looks for it in the server's log knows it; `type` says what went wrong. */
export type NotedCall = { call: string; requestId: string; type: FailureType | undefined; at: number }

const mostNoted = 50

/** Remembers the last answers of the server, good and bad, the latest first: somebody who writes about them may tell. */
export function createLastCalls(now: () => number) {
  const noted: NotedCall[] = []
  return {
    noted: noted as readonly NotedCall[],
    note(call: string, requestId: string | null | undefined, type?: FailureType) {
      if (requestId && noted.unshift({ call, requestId, type, at: now() }) > mostNoted) noted.pop()
    },
  }
}

export type LastCalls = ReturnType<typeof createLastCalls>
