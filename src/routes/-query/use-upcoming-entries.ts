import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { optionalQuery } from '#src/api/call-query.ts'
import { scheduleQuery, viewerRoleGroupOf } from '#src/api/schedule.ts'
import { upcomingMonths } from '#src/domain/periods.ts'
import { mergeScheduleItems, type ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { useIsClosed } from './use-is-closed.ts'
import { useSchoolNow } from './use-now.ts'
import { useIsFamily, useSessionSelector } from './use-session.ts'

/**
 * The schedule of the upcoming days: that of this month, and of the next if the grid of this one ends before the last of
 * them. `result` is that of this month.
 */
export function useUpcomingEntries() {
  const { today } = useSchoolNow()
  const isClosed = useIsClosed()
  const enabled = useIsFamily() && !isClosed('schedule')
  const group = useSessionSelector(({ context }) => viewerRoleGroupOf(context.roleGroup))
  const [thisMonth = today, nextMonth = thisMonth] = upcomingMonths(today)
  const result = useQuery({ ...optionalQuery(scheduleQuery(group, thisMonth)), enabled })
  const { data: later } = useQuery({
    ...optionalQuery(scheduleQuery(group, nextMonth)),
    enabled: enabled && nextMonth !== thisMonth,
  })
  const { data: items } = result
  const entries = useMemo<readonly ScheduleEntry[]>(
    () => mergeScheduleItems([...(items ?? []), ...(later ?? [])]),
    [items, later],
  )
  return { entries, result }
}
