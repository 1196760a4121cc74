import { ApiError } from '#src/api/api-error.ts'
import type { RawApiClient } from '#src/api/http.ts'

export type Reauthentication = ReturnType<typeof createReauthentication>

/** Connects calls that need a fresh two-factor check with the two-factor dialog (D-26). */
export function createReauthentication() {
  let pending: PromiseWithResolvers<boolean> | null = null
  const listeners = new Set<() => void>()
  const set = (next: typeof pending) => {
    pending = next
    for (const notify of listeners) notify()
  }
  return {
    isAsked: () => pending !== null,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Opens the dialog; resolves to whether the user confirmed. Concurrent callers share one dialog and one answer. */
    ask: (): Promise<boolean> => {
      const question = pending ?? Promise.withResolvers<boolean>()
      if (pending === null) set(question)
      return question.promise
    },
    answer: (isConfirmed: boolean) => {
      pending?.resolve(isConfirmed)
      set(null)
    },
  }
}

/** Repeats a call that was answered `two-factor-required` after the user has confirmed. */
export function retryAfterReauthentication(reauthentication: Reauthentication, http: RawApiClient): RawApiClient {
  return async (...call) => {
    try {
      return await http(...call)
    } catch (error) {
      const isRequired = error instanceof ApiError && error.type === 'two-factor-required'
      if (!isRequired || !(await reauthentication.ask())) throw error
      return http(...call)
    }
  }
}
