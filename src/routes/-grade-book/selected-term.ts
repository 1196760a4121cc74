import type { StudentGradeBooks } from '#contract/grade-book-selection.ts'
import type { GradeBook } from '#contract/learning.ts'
import type { BookOwner } from '#src/api/grade-book.ts'

export type Book = GradeBook
export type Term = Book['terms'][number]
export type Course = Book['courses'][number]

/** The displayed term of a grade book and its owner. */
export type SelectedTerm = { owner: BookOwner; book: Book; term: Term }

export function ownerOf({ student }: StudentGradeBooks): BookOwner {
  return student && { studentUuid: student.uuid }
}
