import type { GradeBook } from '#contract/learning.ts'
import type { Shelf } from '#contract/opened-book.ts'
import type { BookOwner } from '#src/api/grade-book.ts'

export type Book = GradeBook
export type Term = Book['terms'][number]
export type Course = Book['courses'][number]

/** The term of the book that is looked at, and whose it is. */
export type OpenedTerm = { owner: BookOwner; book: Book; term: Term }

export function ownerOf({ student }: Shelf): BookOwner {
  return student && { studentUuid: student.uuid }
}
