import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { JournalDay } from '#contract/learning.ts'
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
import type { Branch } from '#server/db/schema/programs.ts'
import { refuse } from '#server/refusal.ts'

export type ScoredDay = JournalDay & { score: number | null }

const bookId = sql.placeholder('bookId')

/** Every day of all journals of a book in a term, marked or not. */
export function daysOfTerm(database: Database) {
  const query = daysWhere(database).prepare('journal_days')
  return async (asked: { bookId: string; termUuid: string }): Promise<JournalDay[]> =>
    (await query.execute(asked)).map(({ score: _, ...day }) => day)
}

/** The days of one course, with what was scored. */
export function daysOfCourse(database: Database) {
  const query = daysWhere(database, eq(journalColumns.courseId, sql.placeholder('courseUuid'))).prepare('score_journal')
  return (asked: { bookId: string; termUuid: string; courseUuid: string }): Promise<ScoredDay[]> => query.execute(asked)
}

function daysWhere(database: Database, more?: SQL) {
  return database
    .select({
      uuid: journalColumns.id,
      courseUuid: journalColumns.courseId,
      termUuid: journalColumns.termId,
      date: journalColumns.heldOn,
      topic: journalColumns.topic,
      markType: journalColumns.markType,
      max: journalColumns.max,
      held: journalColumns.held,
      markUuid: marks.id,
      absent: sql<boolean>`coalesce(${marks.absent}, false)`,
      earlier: sql<string[]>`array(
        select ${markHistory.value} from ${markHistory}
        where ${markHistory.markId} = ${marks.id} and ${markHistory.at} < ${marks.givenAt}
        order by ${markHistory.at}
      )`,
      score: marks.score,
    })
    .from(gradeBookCourses)
    .innerJoin(
      journalColumns,
      and(
        eq(journalColumns.courseId, gradeBookCourses.courseId),
        eq(journalColumns.termId, sql.placeholder('termUuid')),
      ),
    )
    .leftJoin(marks, and(eq(marks.bookId, gradeBookCourses.bookId), eq(marks.columnId, journalColumns.id)))
    .where(and(eq(gradeBookCourses.bookId, bookId), more))
    .orderBy(asc(journalColumns.heldOn), asc(journalColumns.courseId), asc(journalColumns.id))
}

export function coursesWithoutJournals(database: Database) {
  const query = database
    .select({ courseUuid: courses.id, title: courses.title, reason: sql<string>`${courses.noJournalReason}` })
    .from(gradeBookCourses)
    .innerJoin(courses, eq(courses.id, gradeBookCourses.courseId))
    .where(and(eq(gradeBookCourses.bookId, bookId), isNotNull(courses.noJournalReason)))
    .orderBy(asc(courses.title), asc(courses.id))
    .prepare('courses_without_journals')
  return (book: string) => query.execute({ bookId: book })
}

/** How a branch marks. */
export function settingsOf(database: Database) {
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
    return settings ?? refuse('not-found', `Nobody has said how the ${branch} marks`)
  }
}
