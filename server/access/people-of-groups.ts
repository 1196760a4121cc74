import { type SQL, sql } from 'drizzle-orm'
import type { GroupScope } from '#contract/enumerations.ts'
import type { NeededRight } from '#contract/people/guardian-rights.ts'
import type { RoleGroup } from '#contract/roles.ts'
import { guardianships } from '#server/db/schema/people.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import type { Day } from '#server/time/calendar-days.ts'
import { givesRight } from './guardian-rights.ts'

/** The study groups of a territory or course, or one study group. */
type GroupChoice = { kind: GroupScope; id: string }

/**
 * Ids of the people of study groups that have not ended, as a subquery for `in`: the students who have not left, their
 * guardians with the right, the teacher and the curator. Of a role group, only the students, the guardians or those who teach and curate.
 */
export function peopleOfGroups(
  { kind, id }: GroupChoice,
  { today, needed, roleGroup }: { today: Day; needed: NeededRight; roleGroup?: RoleGroup | undefined },
): SQL {
  const column = { territory: studyGroups.territoryId, course: studyGroups.programId, group: studyGroups.id }[kind]
  const groups = sql`${studyGroups} where ${column} = ${id} and ${isRunning(today)}`
  const student = sql`select ${groupMemberships.studentId} from ${groupMemberships} where ${groupMemberships.groupId} in (select ${studyGroups.id} from ${groups}) and ${isMember(today)}`
  const parent = sql`select ${guardianships.guardianId} from ${guardianships} where ${guardianships.childId} in (${student}) and ${givesRight(needed)}`
  const teacher = sql`select ${studyGroups.teacherId} from ${groups} union select ${studyGroups.curatorId} from ${groups}`
  const parts: Partial<Record<RoleGroup, SQL>> = { student, parent, teacher }
  const part = roleGroup && parts[roleGroup]
  return part ? sql`(${part})` : sql`(${sql.join(Object.values(parts), sql` union `)})`
}

/** Of a membership: the student has not left. */
export function isMember(today: Day): SQL {
  return sql`(${groupMemberships.leftOn} is null or ${groupMemberships.leftOn} > ${today}::date)`
}

/** Of a study group: it has not ended. */
export function isRunning(today: Day): SQL {
  return sql`${studyGroups.endsOn} >= ${today}::date`
}
