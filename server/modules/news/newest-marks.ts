import { and, desc, eq, lte, or, type SQL, sql } from 'drizzle-orm'
import type { NewMark } from '#contract/learning.ts'
import type { Database } from '#server/db/client.ts'
import { courses, gradeBooks, journalColumns, marks } from '#server/db/schema/learning.ts'
import { spell, spelledList, spellInstant } from '#server/db/spelled.ts'
import { isNewIn, now } from './last-looks.ts'

/** How many are told whether they are new or not, and how many in all. */
const shown = 20
const longest = 200

/** The newest marks of these students, the latest first, in one round trip. */
export function newestMarksOf(database: Database, name: string, students: SQL) {
  const newest = newestOf(database, students)
  const query = database
    .select(
      spell<NewMark>({
        uuid: newest.id,
        studentUuid: newest.studentId,
        bookUuid: newest.bookId,
        courseUuid: courses.id,
        termUuid: journalColumns.termId,
        course: courses.title,
        date: journalColumns.heldOn,
        topic: journalColumns.topic,
        value: newest.value,
        markType: journalColumns.markType,
        givenAt: spellInstant(newest.givenAt),
        isNew: newest.isNew,
      }),
    )
    .from(newest)
    .innerJoin(journalColumns, eq(journalColumns.id, newest.columnId))
    .innerJoin(courses, eq(courses.id, journalColumns.courseId))
    .where(or(lte(newest.position, shown), newest.isNew))
    .orderBy(newest.position)
    .prepare(`newest_marks_${name}`)
  return async (asking: { userId: string; now: string }) => spelledList<NewMark>(await query.execute(asking))
}

/** How many of them the person has not seen: what the list marks as new. */
export function newMarks(database: Database, students: SQL): SQL {
  return sql`(select count(*)::int from ${newestOf(database, students)} where "isNew")`
}

/** Of each book only as many are read, by its index, as could be told in all. */
function newestOf(database: Database, students: SQL) {
  const latest = database
    .select({ id: marks.id, columnId: marks.columnId, value: marks.value, givenAt: marks.givenAt })
    .from(marks)
    .where(and(eq(marks.bookId, gradeBooks.id), lte(marks.givenAt, now)))
    .orderBy(desc(marks.givenAt))
    .limit(longest)
    .as('latest')
  return database
    .select({
      id: latest.id,
      columnId: latest.columnId,
      value: latest.value,
      givenAt: latest.givenAt,
      bookId: sql<string>`${gradeBooks.id}`.as('bookId'),
      studentId: gradeBooks.studentId,
      isNew: isNewIn('grade-book', latest.id, latest.givenAt).as('isNew'),
      position: sql<number>`row_number() over (order by ${latest.givenAt} desc, ${latest.id})`.as('position'),
    })
    .from(gradeBooks)
    .crossJoinLateral(latest)
    .where(sql`${gradeBooks.studentId} in ${students}`)
    .orderBy(sql`"position"`)
    .limit(longest)
    .as('newest')
}
