import { and, asc, eq, gte, inArray, isNull, min, sql } from 'drizzle-orm'
import type { GradeBook, Retake } from '#contract/learning/grade-book.ts'
import type { Database } from '#server/db/client.ts'
import { gradeBookCourses, journalColumns, marks, markTypes } from '#server/db/schema/learning.ts'
import type { Exam } from '#server/documents/record-book.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { earlierMarkValues } from './mark-details.ts'
import { decisiveMarkTypes, findOutstandingExams } from './rules.ts'

type HeldExam = Exam & { markType: string }

/** The exams and credits of a grade book, the earliest first; days are in the school's time zone. */
export function prepareExams(database: Database, timeZone: string) {
  const query = database
    .select({
      courseUuid: journalColumns.courseId,
      termUuid: journalColumns.termId,
      markType: journalColumns.markType,
      kind: markTypes.title,
      value: marks.value,
      score: marks.score,
      heldOn: journalColumns.heldOn,
      givenAt: marks.givenAt,
      earlier: earlierMarkValues,
    })
    .from(marks)
    .innerJoin(journalColumns, eq(journalColumns.id, marks.columnId))
    .innerJoin(markTypes, and(eq(markTypes.branch, journalColumns.branch), eq(markTypes.code, journalColumns.markType)))
    .where(and(eq(marks.bookId, sql.placeholder('bookId')), inArray(journalColumns.markType, [...decisiveMarkTypes])))
    .orderBy(asc(journalColumns.heldOn), asc(journalColumns.courseId), asc(marks.id))
    .prepare('exams_of_book')
  const dayOf = (instant: string | Date) => dayInZone(new Date(instant), timeZone)

  return async (bookId: string): Promise<HeldExam[]> => {
    const held = await query.execute({ bookId })
    const outstanding = findOutstandingExams(held)
    return held.map((exam) => {
      const { courseUuid, termUuid, markType, kind, value, heldOn, givenAt, earlier } = exam
      // A retaken exam counts from the day on which it was passed.
      const on = earlier.length > 0 ? dayOf(givenAt) : heldOn
      const before = earlier.map(({ value, at }) => ({ value, on: dayOf(at) }))
      const isOutstanding = outstanding.has(exam)
      return { courseUuid, termUuid, markType, kind, value, on, isOutstanding, earlier: before }
    })
  }
}

/**
 * The exams and credits of books of a college that are to be retaken, with the next day of the same kind that the course
 * has in the term: after a failed credit the exam at the end of the term is no retake.
 */
export function prepareRetakes(database: Database, timeZone: string) {
  const examsOf = prepareExams(database, timeZone)
  const { courseId, termId, heldOn, markType } = journalColumns
  const bookId = sql.placeholder('bookId')
  const nextDays = database
    .select({ courseUuid: courseId, termUuid: termId, markType, on: min(heldOn) })
    .from(gradeBookCourses)
    .innerJoin(journalColumns, eq(courseId, gradeBookCourses.courseId))
    .leftJoin(marks, and(eq(marks.columnId, journalColumns.id), eq(marks.bookId, gradeBookCourses.bookId)))
    .where(
      and(
        eq(gradeBookCourses.bookId, bookId),
        inArray(markType, [...decisiveMarkTypes]),
        gte(heldOn, sql.placeholder('today')),
        eq(journalColumns.held, true),
        isNull(marks.id),
      ),
    )
    .groupBy(courseId, termId, markType)
    .prepare('retakes_of_book')

  const ofBook = async ({ uuid: bookUuid }: GradeBook, now: Date): Promise<Retake[]> => {
    const failed = (await examsOf(bookUuid)).filter(({ isOutstanding }) => isOutstanding)
    if (failed.length === 0) return []
    const days = await nextDays.execute({ bookId: bookUuid, today: dayInZone(now, timeZone) })
    return failed.map(({ courseUuid, termUuid, markType }) => {
      const next = days.find(
        (day) => day.courseUuid === courseUuid && day.termUuid === termUuid && day.markType === markType,
      )
      return { bookUuid, courseUuid, termUuid, retakeOn: next?.on ?? null }
    })
  }

  return async (books: readonly GradeBook[], now: Date): Promise<Retake[]> => {
    const ofColleges = books.filter(({ variant }) => variant === 'college').map((book) => ofBook(book, now))
    return (await Promise.all(ofColleges)).flat()
  }
}
