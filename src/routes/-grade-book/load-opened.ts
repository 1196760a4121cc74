import type { NewMark } from '#contract/learning/unseen.ts'
import type { GradeBookSearch } from '#contract/screen-search.ts'
import {
  coursesWithoutJournalsQuery,
  gradeBookSettingsQuery,
  journalDaysQuery,
  marksQuery,
  scoreJournalQuery,
} from '#src/api/grade-book.ts'
import { gradeBookViewOf, type StudentGradeBooks, selectGradeBook } from '#src/domain/grade-book-selection.ts'
import type { PageLoading } from '#src/routes/-query/load-page.ts'
import { ownerOf } from './journal.ts'

/** Queries of the view that the page opens: it selects book and term by itself. */
export function loadOpened(
  { today, required }: PageLoading,
  allBooks: readonly StudentGradeBooks[],
  search: Pick<GradeBookSearch, 'child' | 'book' | 'term' | 'view' | 'course'>,
  newest: readonly NewMark[],
): Promise<unknown>[] {
  const { studentBooks, book, term } =
    selectGradeBook(
      allBooks,
      search,
      today,
      newest.filter(({ isNew }) => isNew),
    ) ?? {}
  const [firstCourse] = book?.courses ?? []
  if (!studentBooks || !book || !term || firstCourse === undefined) return []
  const owner = ownerOf(studentBooks)
  const courses = book.courses.map(({ uuid }) => uuid)
  const daysOf = (termUuid: string) => required(journalDaysQuery(owner, book.uuid, termUuid))
  const journalOf = (termUuid: string) => [daysOf(termUuid), required(marksQuery(owner, book.uuid, termUuid, courses))]
  const scoresOf = (termUuid: string) => {
    const courseUuid = courses.find((uuid) => uuid === search.course) ?? firstCourse.uuid
    return [daysOf(termUuid), required(scoreJournalQuery(owner, book.uuid, { courseUuid, termUuid }))]
  }
  const always = [
    required(gradeBookSettingsQuery(owner, book.uuid)),
    required(coursesWithoutJournalsQuery(owner, book.uuid)),
  ]
  const view = gradeBookViewOf(book, search)
  if (book.variant === 'academy') return [...always, ...(view === 'marks' ? scoresOf(term.uuid) : journalOf(term.uuid))]
  return view === 'marks' || book.variant === 'college' ? [...always, ...journalOf(term.uuid)] : always
}
