import type { GradeBookView } from '#contract/enumerations.ts'
import type { GradeBook, Retake } from '#contract/learning/grade-book.ts'
import type { NewMark } from '#contract/learning/unseen.ts'
import type { Child } from '#contract/schemas.ts'
import type { GradeBookSearch } from '#contract/screen-search.ts'

/** Grade books of one student; `student` is null for the user's own. */
export type StudentGradeBooks = {
  student: Child | null
  books: readonly GradeBook[]
  /** Undefined in an answer that a release without them has stored. */
  retakes?: readonly Retake[] | undefined
}

type Term = GradeBook['terms'][number]

/**
 * Selects the student, book and term for a URL: the named ones if they exist, otherwise the book of this year
 * and the current term; of a college or an academy the latest term with new marks, if the current one has none.
 */
export function selectGradeBook(
  allBooks: readonly StudentGradeBooks[],
  { child, book: wanted, term: wantedTerm }: Pick<GradeBookSearch, 'child' | 'book' | 'term'>,
  today: string,
  newMarks: readonly Pick<NewMark, 'bookUuid' | 'termUuid'>[] = [],
): { studentBooks: StudentGradeBooks; book: GradeBook | null; term: Term | null } | null {
  const studentBooks = allBooks.find(({ student }) => student !== null && student.uuid === child) ?? allBooks[0]
  if (studentBooks === undefined) return null
  const book =
    studentBooks.books.find(({ uuid }) => uuid === wanted) ?? latestStarted(studentBooks.books, firstDayOf, today)
  const terms = book?.terms ?? []
  const latestOf = (some: readonly Term[]) => latestStarted(some, ({ startsOn }) => startsOn, today)
  const current = latestOf(terms)
  const termsWithNewMarks = terms.filter(({ uuid }) =>
    newMarks.some(({ bookUuid, termUuid }) => bookUuid === book?.uuid && termUuid === uuid),
  )
  const opensNewMarks =
    book?.variant !== 'school' && termsWithNewMarks.length > 0 && !termsWithNewMarks.some((one) => one === current)
  const term = terms.find(({ uuid }) => uuid === wantedTerm) ?? (opensNewMarks ? latestOf(termsWithNewMarks) : current)
  return { studentBooks, book, term }
}

/**
 * Default view: totals for a college, otherwise marks. An academy shows the journal of one course, if the URL names one
 * or there is only one, and otherwise the totals of all.
 */
export function gradeBookViewOf(
  { variant, courses }: Pick<GradeBook, 'variant' | 'courses'>,
  { view, course }: Pick<GradeBookSearch, 'view' | 'course'>,
): GradeBookView {
  if (variant !== 'academy') return view ?? (variant === 'college' ? 'totals' : 'marks')
  return courses.length === 1 || courses.some(({ uuid }) => uuid === course) ? 'marks' : 'totals'
}

function firstDayOf({ terms }: GradeBook): string {
  return terms.map(({ startsOn }) => startsOn).sort()[0] ?? ''
}

/** The latest one that has started (holidays belong to the previous term), otherwise the first. */
function latestStarted<One>(all: readonly One[], begin: (one: One) => string, today: string): One | null {
  const inOrder = [...all].sort((one, other) => begin(one).localeCompare(begin(other)))
  return inOrder.findLast((one) => begin(one) <= today) ?? inOrder[0] ?? null
}

/** A failed exam or credit of a college. */
export type OwedCourse = {
  book: GradeBook
  course: GradeBook['courses'][number]
  term: GradeBook['terms'][number]
  /** Null if the school has not set it. */
  retakeOn: string | null
}

/** What is to be retaken in the books. */
export function owedCourses(books: readonly GradeBook[], retakes: readonly Retake[]): OwedCourse[] {
  return retakes.flatMap(({ bookUuid, courseUuid, termUuid, retakeOn = null }) => {
    const book = books.find(({ uuid }) => uuid === bookUuid)
    const course = book?.courses.find(({ uuid }) => uuid === courseUuid)
    const term = book?.terms.find(({ uuid }) => uuid === termUuid)
    return book && course && term ? [{ book, course, term, retakeOn }] : []
  })
}
