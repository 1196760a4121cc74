import { useQuery } from '@tanstack/react-query'
import { childrenQuery } from '#src/api/profile.ts'
import type { ScheduleGroup } from '#src/api/schedule.ts'

/** First names of the children; empty for a student, who has none. */
export function useChildName(family: ScheduleGroup): (studentUuid: string) => string {
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: family === 'parent' })
  return (studentUuid) => children.find(({ uuid }) => uuid === studentUuid)?.firstName ?? ''
}
