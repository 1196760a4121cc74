import { isDeepStrictEqual } from 'node:util'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { RouteName } from '#contract/enumerations.ts'
import { gradeBookViewOf, type StudentGradeBooks, selectGradeBook } from '#contract/grade-book-selection.ts'
import type { GradeBookSearch } from '#contract/screen-search.ts'
import { callFamilies, type PrefetchCall, prefetchCall, type ScreenContext } from '#contract/screens.ts'

type ChildrensBooks = AnswerOf<Calls['GET /v1/parent/children/grade-book/list']>
type OwnBooks = AnswerOf<Calls['GET /v1/student/grade-book/books']>

/**
 * A grade book chooses by itself what it opens and asks for that once the books are here. The document brings it along,
 * so that the marks are painted.
 */
export function withDependentCalls(
  calls: PrefetchCall[],
  screen: RouteName,
  search: object,
  { today }: ScreenContext,
): PrefetchCall[] {
  if (screen !== 'grade-book') return calls
  const callsOf = (shelves: readonly StudentGradeBooks[]) =>
    callsOfOpened(shelves, search as GradeBookSearch, today).filter(
      (later) => !calls.some((first) => isSame(first, later)),
    )
  return calls.map((asked) => {
    if (asked.call === 'GET /v1/parent/children/grade-book/list')
      return { ...asked, next: (shelves: ChildrensBooks) => callsOf(shelves) }
    if (asked.call === 'GET /v1/student/grade-book/books')
      return { ...asked, next: ({ books }: OwnBooks) => callsOf([{ student: null, books }]) }
    return asked
  })
}

/** What the opened view of a book asks for. */
function callsOfOpened(shelves: readonly StudentGradeBooks[], search: GradeBookSearch, today: string): PrefetchCall[] {
  const { shelf, book, term } = selectGradeBook(shelves, search, today) ?? {}
  const [firstCourse] = book?.courses ?? []
  if (!shelf || !book || !term || firstCourse === undefined) return []
  const family = callFamilies[shelf.student === null ? 'student' : 'parent']
  const ofBook = { ...(shelf.student && { studentUuid: shelf.student.uuid }), bookUuid: book.uuid }
  const daysOf = (termUuid: string) =>
    prefetchCall(`GET /v1/${family}/grade-book/journal-days`, { query: { ...ofBook, termUuid } })
  const journalOf = (termUuid: string) => {
    const courseUuid = book.courses.map(({ uuid }) => uuid)
    return [
      daysOf(termUuid),
      prefetchCall(`GET /v1/${family}/grade-book/marks`, { query: { ...ofBook, termUuid, courseUuid } }),
    ]
  }
  const scoresOf = (termUuid: string) => {
    const { uuid: courseUuid } = book.courses.find(({ uuid }) => uuid === search.course) ?? firstCourse
    const query = { ...ofBook, courseUuid, termUuid }
    return [daysOf(termUuid), prefetchCall(`GET /v1/${family}/grade-book/score-journal`, { query })]
  }
  const always = [
    prefetchCall(`GET /v1/${family}/grade-book/settings`, { query: ofBook }),
    prefetchCall(`GET /v1/${family}/grade-book/courses-without-journals`, { query: ofBook }),
  ]
  if (gradeBookViewOf(book, search.view) === 'marks')
    return [...always, ...(book.variant === 'academy' ? scoresOf(term.uuid) : journalOf(term.uuid))]
  if (book.variant !== 'college') return always
  // What is owed is owed of all semesters that have begun.
  const begun = book.terms.filter(({ uuid, startsOn }) => startsOn <= today || uuid === term.uuid)
  return [...always, ...begun.flatMap(({ uuid }) => journalOf(uuid))]
}

function isSame(one: PrefetchCall, other: PrefetchCall): boolean {
  return one.call === other.call && isDeepStrictEqual(one.args, other.args)
}
