import { Failure } from './api/failure.ts'
import type { RawHttp } from './api/http.ts'

export type Confirmation = ReturnType<typeof createConfirmation>

/** The question «is it you?», put to the person by the two-factor dialog (D-26). */
export function createConfirmation() {
  let asked: PromiseWithResolvers<boolean> | null = null
  const listeners = new Set<() => void>()
  const set = (next: typeof asked) => {
    asked = next
    for (const tell of listeners) tell()
  }
  return {
    isAsked: () => asked !== null,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Whether the person confirms; all who ask at the same time get one dialog and one answer. */
    ask: (): Promise<boolean> => {
      const question = asked ?? Promise.withResolvers<boolean>()
      if (asked === null) set(question)
      return question.promise
    },
    answer: (isConfirmed: boolean) => {
      asked?.resolve(isConfirmed)
      set(null)
    },
  }
}

/** Makes a call that was answered `two-factor-required` once more, exactly as it was, after the person has confirmed. */
export function resumeAfter(confirmation: Confirmation, http: RawHttp): RawHttp {
  return async (...call) => {
    try {
      return await http(...call)
    } catch (error) {
      const isRequired = error instanceof Failure && error.type === 'two-factor-required'
      if (!isRequired || !(await confirmation.ask())) throw error
      return http(...call)
    }
  }
}
