import { passwordLength } from '#contract/limits.ts'
import { isTooCommon } from '#server/identity/common-passwords.ts'
import type { RecoveryRefusal } from './recovery-limits.ts'
import { type RecoveryWords, recoveryWords } from './recovery-words.ts'

/** Why a form of recovery came to nothing. */
export type RecoveryFailure =
  | { kind: keyof RecoveryWords['failures'] }
  | { kind: 'wrong'; triesLeft: number }
  | RecoveryRefusal

/**
 * In the address of the page that the form leads back to, so that reloading it says the same, and Back never comes to a
 * page that would have to be sent again.
 */
export function failureQuery(failure: RecoveryFailure): Record<string, string> {
  if (failure.kind === 'wrong') return { failure: 'wrong', n: String(failure.triesLeft) }
  return { failure: failure.kind, ...('seconds' in failure && { n: String(failure.seconds) }) }
}

export function failureIn({ failure, n }: Record<string, unknown>): RecoveryFailure | null {
  const { failures, waits } = recoveryWords.ru
  if (typeof failure !== 'string') return null
  if (isKeyOf(failures, failure)) return { kind: failure }
  const number = typeof n === 'string' && /^\d{1,6}$/.test(n) ? Number(n) : null
  if (number === null) return null
  if (failure === 'wrong') return { kind: 'wrong', triesLeft: number }
  return isKeyOf(waits, failure) ? { kind: failure, seconds: number } : null
}

export function failureWords(failure: RecoveryFailure, say: RecoveryWords): string {
  if (failure.kind === 'wrong') return say.wrong(failure.triesLeft)
  return 'seconds' in failure ? say.waits[failure.kind](failure.seconds) : say.failures[failure.kind]
}

/** D-28 */
export async function faultOf(password: string): Promise<'short' | 'common' | null> {
  if (password.length < passwordLength.min || password.length > passwordLength.max) return 'short'
  return (await isTooCommon(password)) ? 'common' : null
}

function isKeyOf<Known extends object>(known: Known, key: string): key is Extract<keyof Known, string> {
  return Object.hasOwn(known, key)
}
