import { useQuery } from '@tanstack/react-query'
import { childrenQuery } from '#src/api/profile.ts'
import { useSessionSelector } from './use-session.ts'

/** Formats the first names of children; empty until loaded, and for a student. */
export function useChildNames(): (uuids: readonly string[]) => string {
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: isParent })
  return (uuids) =>
    children
      .filter(({ uuid }) => uuids.includes(uuid))
      .map(({ firstName }) => firstName)
      .join(', ')
}
