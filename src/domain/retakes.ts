import type { GradeBook, Retake } from '#contract/learning/grade-book.ts'

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
