import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Screen } from '#contract/screens.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { type CallQuery, optionalQuery } from '#src/api/call-query.ts'
import { menuQuery } from '#src/api/system.ts'

/** Whether no right that the school has given this guardian opens a screen. */
export function useIsClosed(): (name: Screen['name']) => boolean {
  const { data: menu } = useQuery(menuQuery())
  return (name) => menu?.closed?.includes(name) ?? false
}

/** Reads in the background what belongs to a screen, and nothing while that screen is closed to the guardian. */
export function useQueryIfOpen<Data>(
  name: Screen['name'],
  query: CallQuery<Data>,
  enabled = true,
): UseQueryResult<Data, ApiError> {
  const isClosed = useIsClosed()
  return useQuery({ ...optionalQuery(query), enabled: enabled && !isClosed(name) })
}
