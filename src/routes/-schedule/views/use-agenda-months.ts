import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Homework } from '#contract/learning/homework.ts'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { homeworkOfWeeksQuery } from '#src/api/progress.ts'
import { scheduleQuery, type ViewerRoleGroup } from '#src/api/schedule.ts'
import { agendaMonthsOf, monthKeyOf, monthsBetween } from '#src/domain/periods.ts'
import { dayOfEntry } from '#src/domain/schedule-entries.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'

/** A month of the agenda, by its first day. */
export type LoadedMonth = {
  month: string
  state: 'pending' | 'failed' | 'ready'
  /** Nothing begins in it. */
  isEmpty: boolean
  retry: () => void
}

export type AgendaMonths = {
  months: readonly LoadedMonth[]
  /** Items of all months; an item in the calendar sheets of two months is twice in it. */
  items: readonly ScheduleItem[]
  /** Adds the month before the first or after the last one. */
  extend: (side: 'earlier' | 'later') => void
}

/**
 * The months that the agenda shows: at first those of `date`, then those that are added. A date in another month starts
 * again with that month; the last days of the last month add the next one.
 */
export function useAgendaMonths(roleGroup: ViewerRoleGroup, date: string): AgendaMonths {
  const dates = useDates()
  const month = monthKeyOf(date)
  const [stored, setRange] = useState(() => agendaMonthsOf(date))
  const own = agendaMonthsOf(date)
  const isInside = stored.first <= month && month <= stored.last
  const range = isInside && own.last <= stored.last ? stored : { ...own, ...(isInside && { first: stored.first }) }
  if (range !== stored) setRange(range)
  const { first, last } = range
  const keys = useMemo(() => monthsBetween(first, last), [first, last])
  const results = useQueries({
    queries: keys.map((key) => ({
      ...optionalQuery(scheduleQuery(roleGroup, key)),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: combineMonths,
  })
  const items = useMemo(() => results.flatMap(({ data }) => data ?? []), [results])
  const months = useMemo(
    () =>
      keys.map((key, index): LoadedMonth => {
        const { data, isFailed = false, refetch } = results[index] ?? {}
        return {
          month: key,
          state: data ? 'ready' : isFailed ? 'failed' : 'pending',
          isEmpty: data?.every((item) => monthKeyOf(dayOfEntry(item, dates)) !== key) ?? false,
          retry: () => void refetch?.(),
        }
      }),
    [keys, results, dates],
  )
  const extend = (side: 'earlier' | 'later') =>
    setRange(({ first, last }) =>
      side === 'earlier' ? { first: shiftDay(first, -1, 'month'), last } : { first, last: shiftDay(last, 1, 'month') },
    )
  return { months, items, extend }
}

function combineMonths(results: UseQueryResult<ScheduleItem[]>[]) {
  return results.map(({ data, isError, isFetching, refetch }) => ({
    data,
    isFailed: isError && !isFetching,
    refetch,
  }))
}

/** Homework of the months; of those that are not loaded none. */
export function useHomeworkOfMonths(months: readonly LoadedMonth[]) {
  return useQueries({
    queries: months.map(({ month }) => optionalQuery(homeworkOfWeeksQuery(month))),
    combine: combineHomework,
  })
}

function combineHomework(results: UseQueryResult<Homework>[]) {
  return results.flatMap(({ data }) => data?.tasks ?? [])
}

/** Months without items after which the agenda waits for a press. */
const maxEmptyMonths = 2

/** Whether the agenda loads another month by itself: not after a failure, nor after months in which there is nothing. */
export function extendsByItself(months: readonly LoadedMonth[], side: 'earlier' | 'later'): boolean {
  const outer = side === 'earlier' ? months.slice(0, maxEmptyMonths) : months.slice(-maxEmptyMonths)
  const edge = side === 'earlier' ? months[0] : months.at(-1)
  return edge?.state === 'ready' && !(outer.length === maxEmptyMonths && outer.every(({ isEmpty }) => isEmpty))
}
