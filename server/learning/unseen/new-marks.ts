import { and, desc, eq, lte, or, type SQL, sql } from 'drizzle-orm'
import type { NewMark } from '#contract/learning/unseen.ts'
import type { Database } from '#server/db/client.ts'
import { selectIsoInstant, selectJson, toRawJsonList } from '#server/db/json-select.ts'
import { courses, gradeBooks, journalColumns, marks } from '#server/db/schema/learning.ts'
import { isNewInSection, now } from './seen-items.ts'

/** Marks listed regardless of whether they are new, and the maximum. */
const shown = 20
const maxRows = 200

/** The newest marks of the students, the latest first, in one query. */
export function prepareNewMarks(database: Database, name: string, students: SQL) {
  const newest = newestOf(database, students)
  const query = database
    .select(
      selectJson<NewMark>({
        uuid: newest.id,
        studentUuid: newest.studentId,
        bookUuid: newest.bookId,
        courseUuid: courses.id,
        termUuid: journalColumns.termId,
        course: courses.title,
        date: journalColumns.heldOn,
        topic: journalColumns.topic,
        value: newest.value,
        max: journalColumns.max,
        markType: journalColumns.markType,
        givenAt: selectIsoInstant(newest.givenAt),
        isNew: newest.isNew,
      }),
    )
    .from(newest)
    .innerJoin(journalColumns, eq(journalColumns.id, newest.columnId))
    .innerJoin(courses, eq(courses.id, journalColumns.courseId))
    .where(or(lte(newest.position, shown), newest.isNew))
    .orderBy(newest.position)
    .prepare(`newest_marks_${name}`)
  return async (parameters: { userId: string; now: string }) => toRawJsonList<NewMark>(await query.execute(parameters))
}

/** Number of marks that the list flags as new. */
export function countNewMarks(database: Database, students: SQL): SQL {
  return sql`(select count(*)::int from ${newestOf(database, students)} where "isNew")`
}

/** Reads at most `maxRows` marks of each grade book, by index. An absence is no mark. */
function newestOf(database: Database, students: SQL) {
  const latest = database
    .select({
      id: marks.id,
      columnId: marks.columnId,
      value: marks.value,
      givenAt: marks.givenAt,
    })
    .from(marks)
    .where(and(eq(marks.bookId, gradeBooks.id), eq(marks.absent, false), lte(marks.givenAt, now)))
    .orderBy(desc(marks.givenAt))
    .limit(maxRows)
    .as('latest')
  return database
    .select({
      id: latest.id,
      columnId: latest.columnId,
      value: latest.value,
      givenAt: latest.givenAt,
      bookId: sql<string>`${gradeBooks.id}`.as('bookId'),
      studentId: gradeBooks.studentId,
      isNew: isNewInSection('grade-book', latest.id, latest.givenAt).as('isNew'),
      position: sql<number>`row_number() over (order by ${latest.givenAt} desc, ${latest.id})`.as('position'),
    })
    .from(gradeBooks)
    .crossJoinLateral(latest)
    .where(sql`${gradeBooks.studentId} in ${students}`)
    .orderBy(sql`"position"`)
    .limit(maxRows)
    .as('newest')
}
