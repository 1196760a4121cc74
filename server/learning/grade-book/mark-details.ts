import { and, eq, sql } from 'drizzle-orm'
import { minMarksForAverage } from '#contract/limits.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { courses, gradeBooks, journalColumns, markHistory, marks } from '#server/db/schema/learning.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type GradeBookReader, readableStudents } from './grade-book-access.ts'

type Value = { value: string; at: string }

/** Earlier values of a mark, the earliest first. */
export const earlierMarkValues = sql<Value[]>`(
  select coalesce(json_agg(json_build_object('value', ${markHistory.value}, 'at', ${markHistory.at}) order by ${markHistory.at}), '[]')
  from ${markHistory} where ${markHistory.markId} = ${marks.id} and ${markHistory.at} < ${marks.givenAt}
)`

/** Details of a mark; 404 for a mark that the user may not see. */
export function prepareMarkDetails(database: Database, reader: GradeBookReader) {
  // An alias is needed: inside the subquery `marks` would mean the outer row.
  const groupAverage = sql<number | null>`(
    select case when count(score) >= ${minMarksForAverage} then round(sum(score)::numeric / count(score), 2)::float8 end
    from ${marks} as of_column where of_column.column_id = ${journalColumns.id}
  )`
  const query = database
    .select({
      uuid: marks.id,
      topic: journalColumns.topic,
      task: journalColumns.task,
      comment: marks.comment,
      teacher: sql<string>`coalesce(${selectFullName(users)}, '')`,
      earlier: earlierMarkValues,
      value: marks.value,
      givenAt: marks.givenAt,
      groupAverage,
    })
    .from(marks)
    .innerJoin(gradeBooks, eq(gradeBooks.id, marks.bookId))
    .innerJoin(journalColumns, eq(journalColumns.id, marks.columnId))
    .innerJoin(courses, eq(courses.id, journalColumns.courseId))
    .leftJoin(users, eq(users.id, courses.teacherId))
    .where(and(eq(marks.id, sql.placeholder('markUuid')), sql`${gradeBooks.studentId} in ${readableStudents(reader)}`))
    .prepare(`mark_details_of_${reader}`)

  return async (userId: string, markUuid: string) => {
    const [found] = await query.execute({ userId, markUuid })
    if (!found) throwProblem('not-found', 'No such mark, or not one of this person’s')
    const { earlier, value, givenAt, ...mark } = found
    const history = [...earlier, { value, at: givenAt.toISOString() }]
    return { ...mark, history: history.map(({ value, at }) => ({ value, at: new Date(at).toISOString() })) }
  }
}
