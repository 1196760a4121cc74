import type { QueryClient } from '@tanstack/react-query'

/** Gives up all that a silent server keeps waiting for its first answer, and asks for it anew: a try under way takes no other. */
export async function askAnew(queryClient: QueryClient): Promise<void> {
  const silent = queryClient.getQueryCache().findAll({
    predicate: ({ state }) => state.data === undefined && state.fetchFailureReason?.type === 'timeout',
  })
  await Promise.all(silent.map((query) => query.cancel({ revert: true })))
  await queryClient.refetchQueries({ predicate: (query) => silent.includes(query) })
}
