import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { type CallQuery, callQuery, offlineQuery } from './call-query.ts'

/** Owner of the grade book: a child of the parent, or null for the user's own. It selects the family of calls. */
export type BookOwner = { studentUuid: string } | null

type Own<Path extends string> = AnswerOf<Calls[`GET /v1/student/grade-book/${Path}` & keyof Calls]>

export const childrenGradeBooksQuery = () =>
  offlineQuery(callQuery('GET /v1/parent/children/grade-book/list'), 'grade-book')

/** Without marks, which are loaded by term: the full list can have thousands. */
export const ownGradeBooksQuery = () => offlineQuery(callQuery('GET /v1/student/grade-book/books'), 'grade-book')

export const gradeBookSettingsQuery = (owner: BookOwner, bookUuid: string): CallQuery<Own<'settings'>> =>
  offlineQuery(
    owner === null
      ? callQuery('GET /v1/student/grade-book/settings', { query: { bookUuid } })
      : callQuery('GET /v1/parent/children/grade-book/settings', { query: { ...owner, bookUuid } }),
  )

export const coursesWithoutJournalsQuery = (
  owner: BookOwner,
  bookUuid: string,
): CallQuery<Own<'courses-without-journals'>> =>
  offlineQuery(
    owner === null
      ? callQuery('GET /v1/student/grade-book/courses-without-journals', { query: { bookUuid } })
      : callQuery('GET /v1/parent/children/grade-book/courses-without-journals', { query: { ...owner, bookUuid } }),
  )

export const journalDaysQuery = (
  owner: BookOwner,
  bookUuid: string,
  termUuid: string,
): CallQuery<Own<'journal-days'>> =>
  offlineQuery(
    owner === null
      ? callQuery('GET /v1/student/grade-book/journal-days', { query: { bookUuid, termUuid } })
      : callQuery('GET /v1/parent/children/grade-book/journal-days', { query: { ...owner, bookUuid, termUuid } }),
  )

type InTerm = { courseUuid: string; termUuid: string }

export const scoreJournalQuery = (
  owner: BookOwner,
  bookUuid: string,
  { courseUuid, termUuid }: InTerm,
): CallQuery<Own<'score-journal'>> =>
  offlineQuery(
    owner === null
      ? callQuery('GET /v1/student/grade-book/score-journal', { query: { bookUuid, courseUuid, termUuid } })
      : callQuery('GET /v1/parent/children/grade-book/score-journal', {
          query: { ...owner, bookUuid, courseUuid, termUuid },
        }),
  )

export const marksQuery = (
  owner: BookOwner,
  bookUuid: string,
  termUuid: string,
  courseUuid: string[],
): CallQuery<Own<'marks'>> =>
  offlineQuery(
    owner === null
      ? callQuery('GET /v1/student/grade-book/marks', { query: { bookUuid, termUuid, courseUuid } })
      : callQuery('GET /v1/parent/children/grade-book/marks', { query: { ...owner, bookUuid, termUuid, courseUuid } }),
  )

export const markDetailsQuery = (owner: BookOwner, markUuid: string): CallQuery<Own<'mark-details'>> =>
  offlineQuery(
    owner === null
      ? callQuery('GET /v1/student/grade-book/mark-details', { query: { markUuid } })
      : callQuery('GET /v1/parent/children/grade-book/mark-details', { query: { markUuid } }),
  )
