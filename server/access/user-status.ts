import { and, gt, isNotNull, isNull, lte, type SQL } from 'drizzle-orm'
import type { UserStatus } from '#contract/enumerations.ts'
import { users } from '#server/db/schema/people.ts'

const activeFor = 30 * 86_400_000

type Known = { subject: string | null; lastSignInAt: Date | null; lockedAt: Date | null; joinedInto: string | null }

export function userStatus({ subject, lastSignInAt, lockedAt, joinedInto }: Known, now: Date): UserStatus {
  if (joinedInto !== null) return 'joined'
  if (lockedAt !== null) return 'locked'
  if (subject === null) return 'closed'
  if (lastSignInAt === null) return 'new'
  return lastSignInAt > activeSince(now) ? 'active' : 'away'
}

/** Of `users`: an account that is not locked. */
export const canSignIn = and(isNotNull(users.subject), isNull(users.lockedAt))

/** `userStatus` as an SQL condition. */
export function hasUserStatus(status: Exclude<UserStatus, 'joined'>, now: Date): SQL | undefined {
  const { subject, lastSignInAt, lockedAt } = users
  if (status === 'locked') return isNotNull(lockedAt)
  if (status === 'closed') return and(isNull(lockedAt), isNull(subject))
  if (status === 'new') return and(canSignIn, isNull(lastSignInAt))
  const since = activeSince(now)
  return and(canSignIn, status === 'active' ? gt(lastSignInAt, since) : lte(lastSignInAt, since))
}

function activeSince(now: Date): Date {
  return new Date(now.getTime() - activeFor)
}
