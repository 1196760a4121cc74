const minute = 60_000
const idleLimit = 30 * minute

export const sessionLifetime = 12 * 60 * minute
/** Minimum interval between writes of `last_seen_at`. */
export const lastSeenInterval = minute

export function isSessionExpired(session: { lastSeenAt: Date; expiresAt: Date }, now: Date): boolean {
  return session.expiresAt <= now || now.getTime() - session.lastSeenAt.getTime() >= idleLimit
}

/** Sessions last seen before this instant have expired by inactivity. */
export function idleCutoff(now: Date): Date {
  return new Date(now.getTime() - idleLimit)
}
