import { fromPromise, type NonReducibleUnknown, type PromiseActorLogic } from 'xstate'
import { ApiError } from '#src/api/api-error.ts'
import { ChunkLoadError } from '#src/app/load-chunk.ts'

/** A failed call for an unknown reason, in each of the forms in which the machines store errors. */
const unknownError = { type: 'unknown', refusal: 'unknown', triesLeft: null, retryAfter: null } as const

/**
 * An actor that makes calls. Machines expect only refusals and errors of calls. Any other error, such as a missing API of
 * the browser, is reported to the user and to the server (`page-errors.ts`), and the machine continues as after a call
 * that failed for an unknown reason.
 */
export function promiseActor<Output, Input = NonReducibleUnknown>(
  run: Parameters<typeof fromPromise<Output, Input>>[0],
): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(async (given) => {
    try {
      return await run(given)
    } catch (error) {
      if (!(error instanceof Error) || isExpectedError(error)) throw error
      // The server has no such function, and no actor of a rendered page needs to finish.
      if (globalThis.reportError === undefined) throw error
      globalThis.reportError(error)
      throw unknownError
    }
  })
}

/** The app runs without a window: the server renders a page, and no actor of it needs to finish. */
export class NoWindowError extends Error {}

/** Whether the app handles an error where it occurs. */
export function isExpectedError(error: Error): boolean {
  return (
    error instanceof ApiError ||
    error instanceof ChunkLoadError ||
    error instanceof NoWindowError ||
    error.name === 'AbortError'
  )
}
