import { beganAt, timeLeft } from '#server/time/time-left.ts'

const minute = 60_000
const idleLimit = 30 * minute

export const sessionLifetime = 12 * 60 * minute
export function isSessionExpired(session: { lastSeenAt: Date; expiresAt: Date }, now: Date): boolean {
  const isOver = timeLeft(beganAt(session.expiresAt, sessionLifetime), sessionLifetime, now) === null
  return isOver || now.getTime() - session.lastSeenAt.getTime() >= idleLimit
}

/** Sessions last seen before this instant have expired by inactivity. */
export function idleCutoff(now: Date): Date {
  return new Date(now.getTime() - idleLimit)
}
