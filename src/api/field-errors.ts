import { Failure } from './failure.ts'

/** What the server says is wrong at one place of the request (422, D-21): a short code; null when nothing is. */
export function fieldError(error: Error | null, path: string): string | null {
  const errors = error instanceof Failure ? error.problem?.errors : undefined
  return errors?.find((one) => one.path === path)?.message ?? null
}
