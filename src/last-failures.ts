import { Failure, type FailureType } from './api/failure.ts'
import type { RawHttp } from './api/http.ts'

/** A call that went wrong, as whoever looks for it in the server's log knows it. */
export type NotedFailure = { call: string; type: FailureType; requestId: string; at: number }

const mostNoted = 3

/** Remembers the last calls that the server answered with a problem; somebody who writes about it may tell of them. */
export function createLastFailures(now: () => number) {
  let noted: readonly NotedFailure[] = []
  return {
    noted: () => noted,
    noting:
      (http: RawHttp): RawHttp =>
      async (address, ...rest) => {
        try {
          return await http(address, ...rest)
        } catch (error) {
          const requestId = error instanceof Failure ? error.problem?.requestId : undefined
          if (error instanceof Failure && requestId !== undefined)
            noted = [{ call: address, type: error.type, requestId, at: now() }, ...noted].slice(0, mostNoted)
          throw error
        }
      },
  }
}

export type LastFailures = Pick<ReturnType<typeof createLastFailures>, 'noted'>
