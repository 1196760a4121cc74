import { and, type Column, gt, lte, type SQL } from 'drizzle-orm'

/** Milliseconds by which clocks of several servers may differ. */
const clockToleranceMs = 10_000

/**
 * Milliseconds that are left of `lastsMs` since a stored instant; null if they have passed. An instant of the future was
 * stored by a clock that was wrong: it counts as past, so no wait is longer than its rule.
 */
export function timeLeft(since: Date, lastsMs: number, now: Date): number | null {
  const age = now.getTime() - since.getTime()
  if (age >= lastsMs || age < -clockToleranceMs) return null
  return Math.min(lastsMs, lastsMs - age)
}

/** `timeLeft` in whole seconds, rounded up. */
export function secondsLeft(since: Date, lastsMs: number, now: Date): number | null {
  const left = timeLeft(since, lastsMs, now)
  return left && Math.ceil(left / 1000)
}

/** When something began that ends at a stored instant. */
export function beganAt(until: Date, lastsMs: number): Date {
  return new Date(until.getTime() - lastsMs)
}

/** Condition: `timeLeft` of a column with the beginning is not null. */
export function isWithin(since: Column, lastsMs: number, now: Date): SQL {
  return and(gt(since, beganAt(now, lastsMs)), lte(since, new Date(now.getTime() + clockToleranceMs))) as SQL
}

/** Condition: `timeLeft` is not null, for a column with the end. */
export function isUntil(until: Column, lastsMs: number, now: Date): SQL {
  return and(gt(until, now), lte(until, new Date(now.getTime() + lastsMs + clockToleranceMs))) as SQL
}
