import { desc, isNotNull, sql } from 'drizzle-orm'
import type { Progress, ProgressItem } from '#contract/learning.ts'
import type { Database } from '#server/db/client.ts'
import { type AskingOfGroup, isAskedGroup, lessonsOfChildren, membershipsOf } from './lesson-results.ts'
import { totalsOf } from './totals.ts'

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** What a child made of each lesson of a group, and the sums of it; null where the person has no such child there. */
export function progressListOf(database: Database) {
  const query = rowsOf(database)
  return async (asked: AskingOfGroup): Promise<Progress | null> => {
    const rows = await query.execute(asked)
    const [first] = rows
    if (first === undefined) return null
    return { summary: first.summary, items: rows.flatMap(itemOf) }
  }
}

function rowsOf(database: Database) {
  const lessons = lessonsOfChildren(database, membershipsOf(database, isAskedGroup))
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
        summary: totalsOf(lessons, { over: sql`over ()` }),
      })
      .from(lessons)
      // The person's other children, who are not in that group, have a row as well.
      .where(isNotNull(lessons.groupId))
      .orderBy(desc(lessons.startsAt), lessons.lessonId)
      .prepare('progress_list')
  )
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
