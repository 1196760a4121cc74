import type { QueryClient } from '@tanstack/react-query'
import { bannersQuery, footerQuery } from './content.ts'
import { Failure } from './failure.ts'
import { configQuery, menuQuery } from './system.ts'

const forEveryone = [configQuery(), menuQuery(), footerQuery(), bannersQuery()].map(({ queryKey }) => queryKey[0])

/**
 * Takes away what a person saw whose session is over while the page stays. What is on the screen then says that
 * sign-in is needed: a part whose answer were simply gone would load for ever, because nobody asks for it again.
 */
export function forgetPersonalAnswers(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache()
  const personal = cache.findAll({
    predicate: ({ queryKey, state }) => state.data !== undefined && !forEveryone.includes(String(queryKey[0])),
  })
  for (const query of personal) {
    if (query.isActive()) query.setState({ data: undefined, status: 'error', error: signInNeeded() })
    else cache.remove(query)
  }
}

function signInNeeded(): Failure {
  return new Failure('unauthenticated', 401, null)
}
