/** The numbers of D-26 and D-35. */
const second = 1000
const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export const codeLifetime = 5 * minute
export const codeTries = 5
export const resendPause = 60 * second
export const wrongPerDay = 20
export const lockTime = 24 * hour

export type SendLimit = { count: number; within: number }

export const sendLimits: readonly SendLimit[] = [
  { count: 5, within: hour },
  { count: 10, within: day },
]
/** How many of the latest sends the limits look at. */
export const sendsCounted = Math.max(...sendLimits.map(({ count }) => count))

/** Seconds until another code may be sent, by when the latest ones were, the newest first; null when it may be now. */
export function waitForSend(sentAt: readonly Date[], now: Date, limits = sendLimits): number | null {
  const waits = limits.map(({ count, within }) => {
    const oldest = sentAt[count - 1]
    return oldest ? secondsUntil(new Date(oldest.getTime() + within), now) : null
  })
  return waits.reduce((longest, wait) => (wait === null ? longest : Math.max(longest ?? 0, wait)), null)
}

/** Whole seconds, rounded up; null when it is already over. */
export function secondsUntil(end: Date, now: Date): number | null {
  const left = end.getTime() - now.getTime()
  return left > 0 ? Math.ceil(left / second) : null
}

/** Enough to recognise one's own address or number by, and too little for anybody else. */
export function masked(target: string): string {
  const at = target.lastIndexOf('@')
  if (at > 0) return `${target.slice(0, 1)}***${target.slice(at)}`
  // A Russian number is grouped as the pages group a whole one.
  return /^\+7\d{10}$/.test(target)
    ? `+7 ••• •••-${target.slice(-4, -2)}-${target.slice(-2)}`
    : `${target.slice(0, 2)} ••• ${target.slice(-4)}`
}
