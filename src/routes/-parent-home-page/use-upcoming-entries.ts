import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { optionalQuery } from '#src/api/call-query.ts'
import { scheduleQuery, viewerRoleGroupOf } from '#src/api/schedule.ts'
import { monthsOfGrids } from '#src/domain/periods.ts'
import { mergeScheduleItems, type ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { lastVisibleDay } from './home-page-items.ts'

/**
 * The schedule of the days of the home page: that of this month, and of the next if the sheet of this one ends before the
 * last of them. `result` is that of this month.
 */
export function useUpcomingEntries() {
  const { today } = useSchoolNow()
  const group = useSessionSelector(({ context }) => viewerRoleGroupOf(context.roleGroup))
  const [thisMonth = today, nextMonth = thisMonth] = monthsOfGrids(today, lastVisibleDay(today))
  const result = useQuery(optionalQuery(scheduleQuery(group, thisMonth)))
  const { data: later } = useQuery({
    ...optionalQuery(scheduleQuery(group, nextMonth)),
    enabled: nextMonth !== thisMonth,
  })
  const { data: items } = result
  const entries = useMemo<readonly ScheduleEntry[]>(
    () => mergeScheduleItems([...(items ?? []), ...(later ?? [])]),
    [items, later],
  )
  return { entries, result }
}
