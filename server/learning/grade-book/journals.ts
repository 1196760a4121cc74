import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Branch } from '#contract/enumerations.ts'
import type { JournalDay } from '#contract/learning/grade-book.ts'
import type { Database } from '#server/db/client.ts'
import {
  courses,
  gradeBookCourses,
  gradeScales,
  journalColumns,
  markHistory,
  marks,
  markTypes,
} from '#server/db/schema/learning.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type ScoredJournalDay, sortByDate } from './rules.ts'

const bookId = sql.placeholder('bookId')

/** All days of all journals of a grade book in a term, with or without a mark. */
export function prepareJournalDays(database: Database) {
  const days = daysWhere(database, 'journal_days')
  return async (request: { bookId: string; termUuid: string }): Promise<JournalDay[]> =>
    (await days(request)).map(({ score: _, ...day }) => day)
}

/** The days of one course with scores. */
export function prepareCourseJournalDays(database: Database) {
  return daysWhere(database, 'score_journal', eq(journalColumns.courseId, sql.placeholder('courseUuid')))
}

type JournalQuery = { bookId: string; termUuid: string; courseUuid?: string }
type StoredDay = [
  uuid: string,
  date: string,
  topic: string,
  markType: string,
  max: number,
  held: boolean,
  markUuid: string | null,
  absent: boolean,
  score: number | null,
  earlier: string[] | null,
]

/** One row per course with the days as flat arrays: a term may have thousands of days. */
function daysWhere(database: Database, name: string, more?: SQL) {
  const { id, heldOn, topic, markType, max, held } = journalColumns
  const absent = sql`coalesce(${marks.absent}, false)`
  const earlier = sql`(
    select json_agg(${markHistory.value} order by ${markHistory.at}) from ${markHistory}
    where ${markHistory.markId} = ${marks.id} and ${markHistory.at} < ${marks.givenAt}
  )`
  const query = database
    .select({
      courseUuid: gradeBookCourses.courseId,
      days: sql<
        StoredDay[]
      >`json_agg(json_build_array(${id}, ${heldOn}, ${topic}, ${markType}, ${max}, ${held}, ${marks.id}, ${absent}, ${marks.score}, ${earlier}))`,
    })
    .from(gradeBookCourses)
    .innerJoin(
      journalColumns,
      and(
        eq(journalColumns.courseId, gradeBookCourses.courseId),
        eq(journalColumns.termId, sql.placeholder('termUuid')),
      ),
    )
    .leftJoin(marks, and(eq(marks.bookId, gradeBookCourses.bookId), eq(marks.columnId, id)))
    .where(and(eq(gradeBookCourses.bookId, bookId), more))
    .groupBy(gradeBookCourses.courseId)
    .prepare(name)

  return async (request: JournalQuery): Promise<ScoredJournalDay[]> => {
    const { termUuid } = request
    const stored = await query.execute(request)
    return sortByDate(stored.flatMap(({ courseUuid, days }) => days.map((day) => dayOf(day, courseUuid, termUuid))))
  }
}

function dayOf(stored: StoredDay, courseUuid: string, termUuid: string): ScoredJournalDay {
  const [uuid, date, topic, markType, max, held, markUuid, absent, score, earlier] = stored
  return {
    uuid,
    courseUuid,
    termUuid,
    date,
    topic,
    markType,
    max,
    held,
    markUuid,
    absent,
    earlier: earlier ?? [],
    score,
  }
}

export function prepareCoursesWithoutJournals(database: Database) {
  const query = database
    .select({ courseUuid: courses.id, title: courses.title, reason: sql<string>`${courses.noJournalReason}` })
    .from(gradeBookCourses)
    .innerJoin(courses, eq(courses.id, gradeBookCourses.courseId))
    .where(and(eq(gradeBookCourses.bookId, bookId), isNotNull(courses.noJournalReason)))
    .orderBy(asc(courses.title), asc(courses.id))
    .prepare('courses_without_journals')
  return (book: string) => query.execute({ bookId: book })
}

/** The scale and the mark types of a branch. */
export function prepareGradeBookSettings(database: Database) {
  const { branch, kind, passing, max } = gradeScales
  const query = database
    .select({
      scale: { kind, passing, max },
      markTypes: sql<{ code: string; title: string; weight: number }[]>`json_agg(
        json_build_object('code', ${markTypes.code}, 'title', ${markTypes.title}, 'weight', ${markTypes.weight})
        order by ${markTypes.weight}, ${markTypes.title}
      )`,
    })
    .from(gradeScales)
    .innerJoin(markTypes, eq(markTypes.branch, branch))
    .where(eq(branch, sql.placeholder('branch')))
    .groupBy(branch)
    .prepare('grade_book_settings')
  return async (branch: Branch) => {
    const [settings] = await query.execute({ branch })
    return settings ?? throwProblem('not-found', `No grading scale for the branch ${branch}`)
  }
}
