import { and, gt, isNotNull, isNull, lte, type SQL } from 'drizzle-orm'
import type { UserStatus } from '#contract/enumerations.ts'
import { users } from '#server/db/schema/people.ts'

const activeFor = 30 * 86_400_000

type Known = { subject: string | null; lastSignInAt: Date | null }

export function userStatus({ subject, lastSignInAt }: Known, now: Date): UserStatus {
  if (subject === null) return 'closed'
  if (lastSignInAt === null) return 'new'
  return lastSignInAt > activeSince(now) ? 'active' : 'away'
}

/** `userStatus` as an SQL condition. */
export function hasUserStatus(status: UserStatus, now: Date): SQL | undefined {
  const { subject, lastSignInAt } = users
  if (status === 'closed') return isNull(subject)
  if (status === 'new') return and(isNotNull(subject), isNull(lastSignInAt))
  const since = activeSince(now)
  return and(isNotNull(subject), status === 'active' ? gt(lastSignInAt, since) : lte(lastSignInAt, since))
}

function activeSince(now: Date): Date {
  return new Date(now.getTime() - activeFor)
}
