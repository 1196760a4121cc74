import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Mark } from '#contract/learning/grade-book.ts'
import type { Database } from '#server/db/client.ts'
import { gradeBooks, journalColumns, marks, markTypes } from '#server/db/schema/learning.ts'
import { readableStudents } from './grade-book-access.ts'
import { sortByDate } from './rules.ts'

const { courseId, termId, heldOn, markType } = journalColumns

/** Marks of the given courses of a grade book in a term, the earliest first. */
export function prepareTermMarks(database: Database) {
  const query = marksWhere(
    database,
    and(
      eq(marks.bookId, sql.placeholder('bookId')),
      eq(termId, sql.placeholder('termUuid')),
      sql`${courseId} = any(${sql.placeholder('courseUuids')}::uuid[])`,
    ),
  ).prepare('marks_of_term')
  return async (request: { bookId: string; termUuid: string; courseUuids: readonly string[] }): Promise<Mark[]> =>
    sortByDate((await query.execute(request)).flatMap(marksOfKind))
}

/** All marks of a student by grade book, the earliest first. */
export function prepareStudentMarks(database: Database) {
  const own = sql`(select ${gradeBooks.id} from ${gradeBooks} where ${gradeBooks.studentId} in ${readableStudents('student')})`
  const query = marksWhere(database, sql`${marks.bookId} in ${own}`).prepare('marks_of_student')
  return async (userId: string): Promise<Map<string, Mark[]>> => {
    const ofBook = Map.groupBy(await query.execute({ userId }), ({ bookId }) => bookId)
    return new Map([...ofBook].map(([bookId, kinds]) => [bookId, sortByDate(kinds.flatMap(marksOfKind))]))
  }
}

type Kind = Pick<Mark, 'courseUuid' | 'markType' | 'weight'> & { given: [uuid: string, date: string, value: string][] }

/**
 * One row per course and mark type with the marks as flat arrays: one row per mark takes the embedded database five
 * times as long for a student with twenty thousand marks.
 */
function marksWhere(database: Database, which: SQL | undefined) {
  return database
    .select({
      bookId: marks.bookId,
      courseUuid: courseId,
      markType,
      weight: markTypes.weight,
      given: sql<Kind['given']>`json_agg(json_build_array(${marks.id}, ${heldOn}, ${marks.value}))`,
    })
    .from(marks)
    .innerJoin(journalColumns, eq(journalColumns.id, marks.columnId))
    .innerJoin(markTypes, and(eq(markTypes.branch, journalColumns.branch), eq(markTypes.code, markType)))
    .where(which)
    .groupBy(marks.bookId, courseId, markType, markTypes.weight)
    .orderBy(asc(courseId), asc(markType))
}

function marksOfKind({ given, courseUuid, markType, weight }: Kind): Mark[] {
  return given.map(([uuid, date, value]) => ({ uuid, courseUuid, date, value, markType, weight }))
}
