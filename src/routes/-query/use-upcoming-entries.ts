import { useMemo } from 'react'
import { scheduleQuery, viewerRoleGroupOf } from '#src/api/schedule.ts'
import { upcomingMonths } from '#src/domain/periods.ts'
import { mergeScheduleItems, type ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { useQueryIfOpen } from './use-is-closed.ts'
import { useSchoolNow } from './use-now.ts'
import { useIsFamily, useSessionSelector } from './use-session.ts'

/**
 * The schedule of the upcoming days: that of this month, and of the next if the grid of this one ends before the last of
 * them. `result` is that of this month.
 */
export function useUpcomingEntries() {
  const { today } = useSchoolNow()
  const isFamily = useIsFamily()
  const group = useSessionSelector(({ context }) => viewerRoleGroupOf(context.roleGroup))
  const [thisMonth = today, nextMonth = thisMonth] = upcomingMonths(today)
  const result = useQueryIfOpen('schedule', scheduleQuery(group, thisMonth), isFamily)
  const { data: later } = useQueryIfOpen(
    'schedule',
    scheduleQuery(group, nextMonth),
    isFamily && nextMonth !== thisMonth,
  )
  const { data: items } = result
  const entries = useMemo<readonly ScheduleEntry[]>(
    () => mergeScheduleItems([...(items ?? []), ...(later ?? [])]),
    [items, later],
  )
  return { entries, result }
}
