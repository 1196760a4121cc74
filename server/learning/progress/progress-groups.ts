import { eq, sql } from 'drizzle-orm'
import type { ProgressGroup } from '#contract/learning.ts'
import { visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { type ProgressQuery, selectMemberships, today } from './lesson-results.ts'

/** Current and former groups of the user’s children, by child, current ones first. */
export function prepareProgressGroups(database: Database) {
  const memberships = selectMemberships(database)
  const isPresent = sql`bool_or(${memberships.leftOn} is null or ${memberships.leftOn} > ${today})`
  const query = database
    .select({
      groupId: memberships.groupId,
      studentUuid: memberships.studentId,
      title: memberships.title,
      subject: memberships.subject,
    })
    .from(users)
    .innerJoin(memberships, eq(memberships.studentId, users.id))
    .where(sql`${users.id} in ${visibleStudents({ family: 'parent', userId: sql.placeholder('userId') })}`)
    .groupBy(users.id, memberships.groupId, memberships.studentId, memberships.title, memberships.subject)
    .orderBy(
      users.lastName,
      users.firstName,
      users.id,
      sql`${isPresent} desc`,
      memberships.subject,
      memberships.title,
      memberships.groupId,
    )
    .prepare('progress_groups')

  return (asked: ProgressQuery): Promise<ProgressGroup[]> => query.execute(asked)
}
