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
      throw reportUnexpected(error) ? unknownError : error
    }
  })
}

/**
 * An actor that validates the location of a flow. Its machine expects no error: after one that is reported the location
 * counts as valid, because its step shows what could not be read.
 */
export function validatorActor<Location, Refusal, More extends object = object>(
  validate: (location: Location) => Promise<{ location: Location; refusal: Refusal | null } & Partial<More>>,
) {
  return fromPromise<{ location: Location; refusal: Refusal | null } & Partial<More>, Location>(({ input }) =>
    validate(input).catch((error: unknown) => {
      reportUnexpected(error)
      return { location: input, refusal: null } as { location: Location; refusal: null } & Partial<More>
    }),
  )
}

/** Reports an error that the app does not handle where it occurs; false for an error that it handles. */
function reportUnexpected(error: unknown): boolean {
  // The server has no such function, and no actor of a rendered page needs to finish.
  if (!(error instanceof Error) || isExpectedError(error) || globalThis.reportError === undefined) return false
  // A query is cancelled when its page is left.
  if (error.message !== 'CancelledError') globalThis.reportError(error)
  return true
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
