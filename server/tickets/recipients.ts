import { and, eq, sql } from 'drizzle-orm'
import type { TicketRecipient } from '#contract/people/tickets.ts'
import type { RoleGroup } from '#contract/roles.ts'
import { mayBeWrittenTo, type RecipientRules } from '#server/access/ticket-recipients.ts'
import { byName } from '#server/access/user-columns.ts'
import { viewerOf, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, programs, studyGroups } from '#server/db/schema/programs.ts'
import { toNamed } from './ticket-queue.ts'

/** Teachers of the children or of the user, each with what they teach. Teachers themselves write to offices only. */
export async function findRecipients(
  database: Database,
  session: { userId: string; group: RoleGroup | null },
  rules: RecipientRules,
): Promise<TicketRecipient[]> {
  if (session.group === 'teacher') return []
  const rows = await database
    .select({
      studentUuid: groupMemberships.studentId,
      teacher: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      courses: sql<string[]>`array_agg(distinct ${programs.title} order by ${programs.title})`,
    })
    .from(groupMemberships)
    .innerJoin(studyGroups, eq(studyGroups.id, groupMemberships.groupId))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .innerJoin(users, eq(users.id, studyGroups.teacherId))
    .where(and(sql`${groupMemberships.studentId} in ${visibleStudents(viewerOf(session))}`, mayBeWrittenTo(rules)))
    .groupBy(groupMemberships.studentId, users.id)
    .orderBy(groupMemberships.studentId, ...byName)
  return rows.map(({ teacher, ...row }) => {
    const { id: uuid, name } = toNamed(teacher)
    return { uuid, name, ...row }
  })
}
