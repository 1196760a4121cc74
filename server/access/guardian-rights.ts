import { type SQL, sql } from 'drizzle-orm'
import type { GuardianRight, NeededRight } from '#contract/people/guardian-rights.ts'
import { guardianships } from '#server/db/schema/people.ts'

/** Condition on `guardianships`: the pair has the right, or all of several. */
export function givesRight(needed: NeededRight): SQL {
  if (needed === 'relation') return sql`true`
  return sql.join(
    rightsOf(needed).map((right) => sql`${guardianships[right]}`),
    sql` and `,
  )
}

function rightsOf(needed: GuardianRight | readonly GuardianRight[]): readonly GuardianRight[] {
  return typeof needed === 'string' ? [needed] : needed
}

/** To be notified of lessons, marks and homework. */
export const ofLearning = ['seesLearning', 'isNotified'] as const satisfies NeededRight

/** To report absences of a child. */
export const reportsAbsences = ['seesLearning', 'writes'] as const satisfies NeededRight
