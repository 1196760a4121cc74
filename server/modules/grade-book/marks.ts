import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Mark } from '#contract/learning.ts'
import type { Database } from '#server/db/client.ts'
import { gradeBooks, journalColumns, marks, markTypes } from '#server/db/schema/learning.ts'
import { studentsOf } from './readers.ts'

/** The marks of courses of a book in a term, the earliest first. */
export function marksOfTerm(database: Database) {
  const query = marksWhere(
    database,
    and(
      eq(marks.bookId, sql.placeholder('bookId')),
      eq(journalColumns.termId, sql.placeholder('termUuid')),
      sql`${journalColumns.courseId} = any(${sql.placeholder('courseUuids')}::uuid[])`,
    ),
  ).prepare('marks_of_term')
  return async (asked: { bookId: string; termUuid: string; courseUuids: readonly string[] }): Promise<Mark[]> =>
    (await query.execute(asked)).map(withoutBook)
}

/** All marks of all books of a student, by book. */
export function marksOfStudent(database: Database) {
  const own = sql`(select ${gradeBooks.id} from ${gradeBooks} where ${gradeBooks.studentId} in ${studentsOf.student})`
  const query = marksWhere(database, sql`${marks.bookId} in ${own}`).prepare('marks_of_student')
  return async (userId: string): Promise<Map<string, Mark[]>> => {
    const found = new Map<string, Mark[]>()
    for (const { bookId, ...mark } of await query.execute({ userId })) {
      const ofBook = found.get(bookId)
      if (ofBook) ofBook.push(mark)
      else found.set(bookId, [mark])
    }
    return found
  }
}

function marksWhere(database: Database, which: SQL | undefined) {
  return database
    .select({
      bookId: marks.bookId,
      uuid: marks.id,
      courseUuid: journalColumns.courseId,
      date: journalColumns.heldOn,
      value: marks.value,
      markType: journalColumns.markType,
      weight: markTypes.weight,
    })
    .from(marks)
    .innerJoin(journalColumns, eq(journalColumns.id, marks.columnId))
    .innerJoin(markTypes, and(eq(markTypes.branch, journalColumns.branch), eq(markTypes.code, journalColumns.markType)))
    .where(which)
    .orderBy(asc(journalColumns.heldOn), asc(journalColumns.courseId), asc(marks.id))
}

function withoutBook({ bookId: _, ...mark }: Mark & { bookId: string }): Mark {
  return mark
}
