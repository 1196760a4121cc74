import { useQuery } from '@tanstack/react-query'
import { childrenQuery } from '#src/api/profile.ts'

/** First names of children by their uuids; nothing while they are not known. */
export function useNames(): (uuids: readonly string[]) => string {
  const { data: children = [] } = useQuery(childrenQuery())
  return (uuids) =>
    children
      .filter(({ uuid }) => uuids.includes(uuid))
      .map(({ firstName }) => firstName)
      .join(', ')
}
