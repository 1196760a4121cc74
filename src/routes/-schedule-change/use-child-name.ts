import { useQuery } from '@tanstack/react-query'
import { childrenQuery } from '#src/api/profile.ts'
import type { ViewerRoleGroup } from '#src/api/schedule.ts'

/** First names of the children; empty for a student, who has none. */
export function useChildName(roleGroup: ViewerRoleGroup): (studentUuid: string) => string {
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: roleGroup === 'parent' })
  return (studentUuid) => children.find(({ uuid }) => uuid === studentUuid)?.firstName ?? ''
}
