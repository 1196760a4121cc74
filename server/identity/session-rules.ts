const minute = 60_000
const idleLimit = 30 * minute

export const absoluteLimit = 12 * 60 * minute
/** `last_seen_at` is written at most this often. */
export const seenEvery = minute

export function isOver(session: { lastSeenAt: Date; expiresAt: Date }, now: Date): boolean {
  return session.expiresAt <= now || now.getTime() - session.lastSeenAt.getTime() >= idleLimit
}

/** Whoever was last seen before has been left alone for too long. */
export function livingSince(now: Date): Date {
  return new Date(now.getTime() - idleLimit)
}
