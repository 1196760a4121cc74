import { passwordLength } from '#contract/limits.ts'
import { isCommonPassword } from '#server/auth/credentials/common-passwords.ts'
import type { RecoveryRefusal } from './recovery-limits.ts'
import { type RecoveryMessages, recoveryMessages } from './recovery-messages.ts'

/** Why a recovery form was rejected. */
export type RecoveryFailure =
  | { kind: keyof RecoveryMessages['failures'] }
  | { kind: 'wrong'; triesLeft: number }
  | RecoveryRefusal

/** Encoded in the URL of the page after the redirect, so that reload and Back do not submit the form again. */
export function recoveryFailureQuery(failure: RecoveryFailure): Record<string, string> {
  if (failure.kind === 'wrong') return { failure: 'wrong', n: String(failure.triesLeft) }
  return { failure: failure.kind, ...('seconds' in failure && { n: String(failure.seconds) }) }
}

export function parseRecoveryFailure({ failure, n }: Record<string, unknown>): RecoveryFailure | null {
  const { failures, waits } = recoveryMessages.ru
  if (typeof failure !== 'string') return null
  if (isKeyOf(failures, failure)) return { kind: failure }
  const number = typeof n === 'string' && /^\d{1,6}$/.test(n) ? Number(n) : null
  if (number === null) return null
  if (failure === 'wrong') return { kind: 'wrong', triesLeft: number }
  return isKeyOf(waits, failure) ? { kind: failure, seconds: number } : null
}

export function recoveryFailureMessage(failure: RecoveryFailure, say: RecoveryMessages): string {
  if (failure.kind === 'wrong') return say.wrong(failure.triesLeft)
  return 'seconds' in failure ? say.waits[failure.kind](failure.seconds) : say.failures[failure.kind]
}

/** D-28 */
export async function passwordProblem(password: string): Promise<'short' | 'common' | null> {
  if (password.length < passwordLength.min || password.length > passwordLength.max) return 'short'
  return (await isCommonPassword(password)) ? 'common' : null
}

function isKeyOf<Known extends object>(known: Known, key: string): key is Extract<keyof Known, string> {
  return Object.hasOwn(known, key)
}
