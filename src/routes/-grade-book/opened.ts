import type { GradeBookView } from '#contract/enumerations.ts'
import type { GradeBook } from '#contract/learning.ts'
import type { GradeBookSearch } from '#contract/screen-searches.ts'
import type { Child } from '#contract/shapes.ts'
import type { BookOwner } from '#src/api/grade-book.ts'

export type Book = GradeBook
export type Term = Book['terms'][number]
export type Course = Book['courses'][number]

/** The books of one person; `student` is null for one’s own. */
export type Shelf = { student: Child | null; books: readonly Book[] }

/** The term of the book that is looked at, and whose it is. */
export type OpenedTerm = { owner: BookOwner; book: Book; term: Term }

/** What the address opens (D-18): what it names and is there, else this year’s book and the present term. */
export function openedOf(
  shelves: readonly Shelf[],
  { child, book: wanted, term: wantedTerm }: Pick<GradeBookSearch, 'child' | 'book' | 'term'>,
  today: string,
): { shelf: Shelf; book: Book | null; term: Term | null } | null {
  const shelf = shelves.find(({ student }) => student !== null && student.uuid === child) ?? shelves[0]
  if (shelf === undefined) return null
  const book = shelf.books.find(({ uuid }) => uuid === wanted) ?? latestBegun(shelf.books, firstDayOf, today)
  const terms = book?.terms ?? []
  const term = terms.find(({ uuid }) => uuid === wantedTerm) ?? latestBegun(terms, ({ startsOn }) => startsOn, today)
  return { shelf, book, term }
}

export function ownerOf({ student }: Shelf): BookOwner {
  return student && { studentUuid: student.uuid }
}

/** What a book opens with: the record of a college’s semesters, and else the marks (D-16). */
export function viewOf({ variant }: Pick<Book, 'variant'>, view: GradeBookView | undefined): GradeBookView {
  return view ?? (variant === 'college' ? 'totals' : 'marks')
}

function firstDayOf({ terms }: Book): string {
  return terms.map(({ startsOn }) => startsOn).sort()[0] ?? ''
}

/** Holidays belong to the term before them; what is all still to come begins with its first. */
function latestBegun<One>(all: readonly One[], begin: (one: One) => string, today: string): One | null {
  const inOrder = [...all].sort((one, other) => begin(one).localeCompare(begin(other)))
  return inOrder.findLast((one) => begin(one) <= today) ?? inOrder[0] ?? null
}
