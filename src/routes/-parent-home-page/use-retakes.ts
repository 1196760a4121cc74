import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '#src/api/call-query.ts'
import { ownGradeBooksQuery } from '#src/api/grade-book.ts'
import { owedCourses } from '#src/domain/grade-book-selection.ts'
import { useRoles, useSessionSelector } from '#src/routes/-query/use-session.ts'
import { isOfCollege } from './home-page-items.ts'

/** What a student of the college has to retake; none while it is loading. */
export function useRetakes() {
  const isStudent = useSessionSelector(({ context }) => context.roleGroup === 'student')
  const enabled = isOfCollege(useRoles()) && isStudent
  const result = useQuery({ ...optionalQuery(ownGradeBooksQuery()), enabled })
  // A release that did not know retakes may have stored the answer.
  return { retakes: result.data ? owedCourses(result.data.books, result.data.retakes ?? []) : [], result }
}
