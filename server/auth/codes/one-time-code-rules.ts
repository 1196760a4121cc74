import { codeLifetimeSeconds } from '#contract/limits.ts'
import { maxWrongPairingCodes } from '#contract/people/pairing-code.ts'
import type { CodePurpose } from '#server/db/schema/one-time-codes.ts'
import { secondsLeft } from '#server/time/time-left.ts'

/** Limits of one-time codes (D-26, D-35). */
const second = 1000
const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export const codeLifetime = codeLifetimeSeconds * second
export const maxCodeTries = 5
export const resendDelay = 60 * second
export const maxWrongCodesPerDay = 20
export const lockDuration = 24 * hour

/** Wrong codes in a day that lock a factor. A pairing code is of no person: a guess is at all of them, so fewer are allowed. */
export function maxWrongOf(purpose: CodePurpose): number {
  return purpose === 'pairing' ? maxWrongPairingCodes : maxWrongCodesPerDay
}

export type SendLimit = { count: number; within: number }

export const sendLimits: readonly SendLimit[] = [
  { count: 5, within: hour },
  { count: 10, within: day },
]
/** Number of latest sends that the limits need. */
export const maxSendsConsidered = Math.max(...sendLimits.map(({ count }) => count))

/** Seconds until the next code may be sent, or null if it may be sent now. `sentAt` is ordered newest first. */
export function secondsUntilNextSend(sentAt: readonly Date[], now: Date, limits = sendLimits): number | null {
  const waits = limits.map(({ count, within }) => {
    const oldest = sentAt[count - 1]
    return oldest ? secondsLeft(oldest, within, now) : null
  })
  return waits.reduce((longest, wait) => (wait === null ? longest : Math.max(longest ?? 0, wait)), null)
}

/** Masks a contact: recognisable by its owner only. */
export function maskContact(target: string): string {
  const at = target.lastIndexOf('@')
  if (at > 0) return `${target.slice(0, 1)}***${target.slice(at)}`
  // Same grouping as in the interface.
  return /^\+7\d{10}$/.test(target)
    ? `+7 ••• •••-${target.slice(-4, -2)}-${target.slice(-2)}`
    : `${target.slice(0, 2)} ••• ${target.slice(-4)}`
}
