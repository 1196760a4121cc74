import { isDefinitive, type Result, toResult } from '#src/api/api-error.ts'

export type RunIdempotent = <Answer>(
  intention: string,
  call: (idempotencyKey: string) => Promise<Answer>,
) => Promise<Result<Answer>>

/**
 * One idempotency key per intention (D-25). A retry after a timeout reuses the key; a success or a refusal releases
 * it.
 */
export function createIdempotencyKeys(): RunIdempotent {
  const keys = new Map<string, string>()
  return async (intention, call) => {
    const key = keys.get(intention) ?? crypto.randomUUID()
    keys.set(intention, key)
    const result = await toResult(call(key))
    if (result.error === null || isDefinitive(result.error)) keys.delete(intention)
    return result
  }
}
