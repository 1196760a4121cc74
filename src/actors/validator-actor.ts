import { fromPromise } from 'xstate'
import { isExpectedError } from './promise-actor.ts'

/**
 * An actor that validates the location of a flow. Its machine expects no error: after one that is reported the location
 * counts as valid, because its step shows what could not be read.
 */
export function validatorActor<Location, Refusal>(
  validate: (place: Location) => Promise<{ place: Location; refusal: Refusal | null }>,
) {
  return fromPromise<{ place: Location; refusal: Refusal | null }, Location>(({ input }) =>
    validate(input).catch((error: Error) => {
      if (!isExpectedError(error)) globalThis.reportError(error)
      return { place: input, refusal: null }
    }),
  )
}
