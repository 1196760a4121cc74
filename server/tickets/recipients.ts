import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { TicketRecipient } from '#contract/people/tickets.ts'
import type { RoleGroup } from '#contract/roles.ts'
import { isCurator, isWritableTeacher, mayBeWrittenTo, type RecipientRules } from '#server/access/ticket-recipients.ts'
import { byName } from '#server/access/user-columns.ts'
import { viewerOf, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, programs, studyGroups } from '#server/db/schema/programs.ts'
import { toNamed } from './ticket-queue.ts'

/** Curators and teachers of the children whose learning is seen, or of the user, curators first. Teachers themselves write to offices only. */
export async function findRecipients(
  database: Database,
  session: { userId: string; group: RoleGroup | null },
  rules: RecipientRules,
): Promise<TicketRecipient[]> {
  if (session.group === 'teacher') return []
  const rows = await database
    .select({
      studentUuid: groupMemberships.studentId,
      person: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      courses: titlesOf(programs.title, isWritableTeacher(rules)),
      curatedGroups: titlesOf(studyGroups.title, isCurator),
    })
    .from(groupMemberships)
    .innerJoin(studyGroups, eq(studyGroups.id, groupMemberships.groupId))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .innerJoin(users, sql`${users.id} in (${studyGroups.teacherId}, ${studyGroups.curatorId})`)
    .where(
      and(
        sql`${groupMemberships.studentId} in ${visibleStudents(viewerOf(session), ['seesLearning', 'writes'])}`,
        mayBeWrittenTo(rules),
      ),
    )
    .groupBy(groupMemberships.studentId, users.id)
    .orderBy(groupMemberships.studentId, desc(sql`coalesce(bool_or(${isCurator}), false)`), ...byName)
  return rows.map(({ person, ...row }) => {
    const { id: uuid, name } = toNamed(person)
    return { uuid, name, ...row }
  })
}

function titlesOf(title: AnyPgColumn, isCounted: SQL): SQL<string[]> {
  return sql<string[]>`coalesce(array_agg(distinct ${title} order by ${title}) filter (where ${isCounted}), '{}')`
}
