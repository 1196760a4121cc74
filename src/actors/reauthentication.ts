import { ApiError } from '#src/api/api-error.ts'
import type { RawApiClient } from '#src/api/http.ts'

export type Reauthentication = ReturnType<typeof createReauthentication>

/** Where a call that waits for the code outlives the page: its name alone, nothing that was typed. */
type Storage = {
  recall: (form: string) => Record<string, string> | null
  keep: (form: string, values: Record<string, string>) => void
  forget: (form: string) => void
}

const waitingCall = 'two-factor-call'

/** Connects calls that need a fresh two-factor check with the two-factor dialog. */
export function createReauthentication(storage: Storage) {
  let pending: PromiseWithResolvers<boolean> | null = null
  let interrupted: string | null = null
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    isAsked: () => pending !== null,
    /** The call that waited for the code when the page was loaded again: it was not made. */
    interruptedCall: () => interrupted,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /**
     * Opens the dialog for a call, or for none; resolves to whether the user confirmed. Concurrent callers share one
     * dialog and one answer.
     */
    ask: (call?: string): Promise<boolean> => {
      if (pending !== null) return pending.promise
      if (call !== undefined) storage.keep(waitingCall, { call })
      const question = Promise.withResolvers<boolean>()
      pending = question
      notify()
      // A listener may have answered already.
      return question.promise
    },
    answer: (isConfirmed: boolean) => {
      if (pending === null) return
      storage.forget(waitingCall)
      pending.resolve(isConfirmed)
      pending = null
      notify()
    },
    /** Reads what an earlier load of the page left waiting. The user must be known. */
    recallInterruptedCall: () => {
      interrupted = pending === null ? (storage.recall(waitingCall)?.call ?? null) : null
      notify()
    },
    /** The user has read that the call was not made. */
    dismissInterruptedCall: () => {
      storage.forget(waitingCall)
      interrupted = null
      notify()
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
      if (!isRequired || !(await reauthentication.ask(call[0]))) throw error
      return http(...call)
    }
  }
}
