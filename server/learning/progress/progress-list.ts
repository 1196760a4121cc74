import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Progress, ProgressGroup, ProgressItem } from '#contract/learning/progress.ts'
import { byName } from '#server/access/user-columns.ts'
import { visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import {
  type GroupProgressQuery,
  isRequestedGroup,
  type ProgressQuery,
  selectChildLessons,
  selectMemberships,
  today,
} from './lesson-results.ts'
import { selectTotals } from './totals.ts'

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** A child's results in each lesson of a group, with totals; null if the user has no such child in it. */
export function prepareProgressList(database: Database) {
  const query = rowsOf(database)
  return async (request: GroupProgressQuery): Promise<Progress | null> => {
    const rows = await query.execute(request)
    const [first] = rows
    if (first === undefined) return null
    return { summary: first.summary, items: rows.flatMap(itemOf) }
  }
}

function rowsOf(database: Database) {
  const lessons = selectChildLessons(database, selectMemberships(database, isRequestedGroup))
  return (
    database
      .select({
        uuid: lessons.lessonId,
        date: lessons.day,
        topic: lessons.topic,
        format: lessons.format,
        attendance: lessons.attendance,
        homework: { score: lessons.homeworkScore, max: lessons.homeworkMax, state: lessons.homeworkState },
        test: { score: lessons.testScore, max: lessons.testMax },
        comment: lessons.comment,
        summary: selectTotals(lessons, { over: sql`over ()` }),
      })
      .from(lessons)
      // Excludes the rows of the user's other children, who are not in that group.
      .where(isNotNull(lessons.groupId))
      .orderBy(desc(lessons.startsAt), lessons.lessonId)
      .prepare('progress_list')
  )
}

/** Empty for the row of a group without lessons. */
function itemOf({ uuid, date, topic, format, attendance, homework, test, comment }: Row): ProgressItem[] {
  if (uuid === null || topic === null || format === null) return []
  return [
    {
      uuid,
      date,
      topic,
      format,
      attendance,
      homework: homework.max === null ? null : { ...homework, max: homework.max },
      test: test.max === null ? null : { ...test, max: test.max },
      comment,
    },
  ]
}

/** Groups of the user’s children, by child: current ones first, then former and coming ones, which have no lessons yet. */
export function prepareProgressGroups(database: Database) {
  const memberships = selectMemberships(database)
  const isPresent = sql`bool_or(${memberships.joinedOn} <= ${today} and (${memberships.leftOn} is null or ${memberships.leftOn} > ${today}))`
  const query = database
    .select({
      groupId: memberships.groupId,
      studentUuid: memberships.studentId,
      title: memberships.title,
      subject: memberships.subject,
    })
    .from(users)
    .innerJoin(memberships, eq(memberships.studentId, users.id))
    .where(
      sql`${users.id} in ${visibleStudents({ roleGroup: 'parent', userId: sql.placeholder('userId') }, 'seesLearning')}`,
    )
    .groupBy(users.id, memberships.groupId, memberships.studentId, memberships.title, memberships.subject)
    .orderBy(...byName, sql`${isPresent} desc`, memberships.subject, memberships.title, memberships.groupId)
    .prepare('progress_groups')

  return (request: ProgressQuery): Promise<ProgressGroup[]> => query.execute(request)
}
