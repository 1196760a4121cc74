import type { ApiErrorType } from '#src/api/api-error.ts'

/** A request as it appears in the server's log; `type` is the error type. */
export type RecentRequest = { call: string; requestId: string; type: ApiErrorType | undefined; at: number }

const maxRecentRequests = 50

/** Keeps the most recent responses, the latest first. A user may attach them to a ticket. */
export function createRecentRequests(now: () => number) {
  const noted: RecentRequest[] = []
  return {
    noted: noted as readonly RecentRequest[],
    note(call: string, requestId: string | null | undefined, type?: ApiErrorType) {
      if (requestId && noted.unshift({ call, requestId, type, at: now() }) > maxRecentRequests) noted.pop()
    },
  }
}

export type RecentRequests = ReturnType<typeof createRecentRequests>
