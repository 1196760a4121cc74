import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Progress, ProgressItem } from '#contract/learning.ts'
import type { Database } from '#server/db/client.ts'
import { groupMemberships } from '#server/db/schema/programs.ts'
import { type Asking, lessonsOfChildren, membershipsOf } from './lesson-results.ts'
import { totalsBesideLessons } from './totals.ts'

type Asked = Asking & { studentUuid: string; groupId: string }
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** What a child made of each lesson of a group, and the sums of it; null where the person has no such child there. */
export function progressListOf(database: Database) {
  const query = rowsOf(database)
  return async (asked: Asked): Promise<Progress | null> => {
    const rows = await query.execute(asked)
    const [first] = rows
    if (first === undefined) return null
    return { summary: first.summary, recent: first.recent, months: monthsOf(rows), items: rows.flatMap(itemOf) }
  }
}

function rowsOf(database: Database) {
  const asked = and(
    eq(groupMemberships.studentId, sql.placeholder('studentUuid')),
    eq(groupMemberships.groupId, sql.placeholder('groupId')),
  )
  const lessons = lessonsOfChildren(database, membershipsOf(database, asked))
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
        month: lessons.month,
        ...totalsBesideLessons(lessons),
      })
      .from(lessons)
      // The person's other children, who are not in that group, have a row as well.
      .where(isNotNull(lessons.groupId))
      .orderBy(desc(lessons.startsAt), lessons.lessonId)
      .prepare('progress_list')
  )
}

/** The latest lesson comes first, the earliest month does. */
function monthsOf(rows: readonly Row[]): Progress['months'] {
  const months = new Map(rows.map(({ month, ofMonth }) => [month, ofMonth]))
  months.delete(null)
  return [...months].map(([month, ofMonth]) => ({ month: String(month), ...ofMonth })).reverse()
}

/** Nothing of the row that stands for a group without lessons. */
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
