import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { ownGradeBooksQuery } from '#src/api/grade-book.ts'
import { useRoles, useSessionSelector } from '#src/routes/-query/use-session.ts'
import { isOfCollege } from './home-page-items.ts'
import type { Retaken } from './needs.ts'

/** What a student of the college has to retake; none while it is loading. */
export function useRetakes() {
  const isStudent = useSessionSelector(({ context }) => context.roleGroup === 'student')
  const enabled = isOfCollege(useRoles()) && isStudent
  const result = useQuery({ ...optionalQuery(ownGradeBooksQuery()), enabled })
  return { retakes: result.data ? retakenCourses(result.data) : [], result }
}

/** A release that did not know retakes may have stored the answer. */
function retakenCourses({ books, retakes = [] }: AnswerOf<Calls['GET /v1/student/grade-book/books']>): Retaken[] {
  return retakes.flatMap(({ bookUuid, courseUuid, termUuid }) => {
    const book = books.find(({ uuid }) => uuid === bookUuid)
    const course = book?.courses.find(({ uuid }) => uuid === courseUuid)
    const term = book?.terms.find(({ uuid }) => uuid === termUuid)
    return book && course && term ? { book, course, term } : []
  })
}
