import type { GradeBookView } from './enumerations.ts'
import type { GradeBook } from './learning.ts'
import type { GradeBookSearch } from './screen-searches.ts'
import type { Child } from './shapes.ts'

/** The books of one person; `student` is null for one’s own. */
export type Shelf = { student: Child | null; books: readonly GradeBook[] }

type Term = GradeBook['terms'][number]

/**
 * What the address of a grade book opens (D-18): what it names and is there, else this year’s book and the present term.
 * The page shows it, and the document brings its marks along.
 */
export function openedOf(
  shelves: readonly Shelf[],
  { child, book: wanted, term: wantedTerm }: Pick<GradeBookSearch, 'child' | 'book' | 'term'>,
  today: string,
): { shelf: Shelf; book: GradeBook | null; term: Term | null } | null {
  const shelf = shelves.find(({ student }) => student !== null && student.uuid === child) ?? shelves[0]
  if (shelf === undefined) return null
  const book = shelf.books.find(({ uuid }) => uuid === wanted) ?? latestBegun(shelf.books, firstDayOf, today)
  const terms = book?.terms ?? []
  const term = terms.find(({ uuid }) => uuid === wantedTerm) ?? latestBegun(terms, ({ startsOn }) => startsOn, today)
  return { shelf, book, term }
}

/** What a book opens with: the record of a college’s semesters, and else the marks (D-16). */
export function viewOf({ variant }: Pick<GradeBook, 'variant'>, view: GradeBookView | undefined): GradeBookView {
  return view ?? (variant === 'college' ? 'totals' : 'marks')
}

function firstDayOf({ terms }: GradeBook): string {
  return terms.map(({ startsOn }) => startsOn).sort()[0] ?? ''
}

/** Holidays belong to the term before them; what is all still to come begins with its first. */
function latestBegun<One>(all: readonly One[], begin: (one: One) => string, today: string): One | null {
  const inOrder = [...all].sort((one, other) => begin(one).localeCompare(begin(other)))
  return inOrder.findLast((one) => begin(one) <= today) ?? inOrder[0] ?? null
}
