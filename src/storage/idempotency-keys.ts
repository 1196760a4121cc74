import { v4 as randomUuid } from 'uuid'
import { isDefinitive, type Result, toResult } from '#src/api/api-error.ts'

/**
 * One idempotency key per intention (D-25). A retry after a timeout reuses the key; a success or a refusal releases
 * it.
 */
export function createIdempotencyKeys() {
  const keys = new Map<string, string>()
  function keyOf(intention: string): string {
    const key = keys.get(intention) ?? randomUuid()
    keys.set(intention, key)
    return key
  }
  function release(intention: string, error: Error | null): void {
    if (error === null || isDefinitive(error)) keys.delete(intention)
  }
  async function run<Answer>(
    intention: string,
    call: (idempotencyKey: string) => Promise<Answer>,
  ): Promise<Result<Answer>> {
    const result = await toResult(call(keyOf(intention)))
    release(intention, result.error)
    return result
  }
  return { keyOf, release, run }
}
