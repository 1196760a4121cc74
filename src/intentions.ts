import { type Attempt, attempt, isDecided } from './api/failure.ts'

export type AsOne = <Answer>(
  intention: string,
  call: (idempotencyKey: string) => Promise<Answer>,
) => Promise<Attempt<Answer>>

/**
 * One key for one intention (D-25), kept until the server has answered it: another try after a silence repeats the
 * first, also after the person was elsewhere meanwhile; one after a refusal is another.
 */
export function createIntentions(): AsOne {
  const keys = new Map<string, string>()
  return async (intention, call) => {
    const key = keys.get(intention) ?? crypto.randomUUID()
    keys.set(intention, key)
    const result = await attempt(call(key))
    if (result.error === null || isDecided(result.error)) keys.delete(intention)
    return result
  }
}
