import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { CalendarView } from '#contract/enumerations.ts'
import { type Loose, readScheduleSearch, type ScheduleFilter, type ScheduleSearch, searchOf } from './search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The details of an entry were opened from the schedule, which is one step back. */
    fromSchedule?: true
  }
}

const route = getRouteApi('/schedule')

/**
 * The ways to change what the address holds. Another view and open details are steps in the history; filters and
 * the day chosen on a phone are none. All of them stay the same while the page lives.
 */
export function useScheduleSearch() {
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const change = useCallback(
    (part: Loose<ScheduleSearch>, options: { replace?: true; fromSchedule?: true } = {}) => {
      const { replace = false, fromSchedule } = options
      void navigate({
        to: '/schedule',
        search: (now) => searchOf({ ...readScheduleSearch(now), ...part }),
        replace,
        resetScroll: false,
        ...(fromSchedule ? { state: { fromSchedule } } : {}),
      })
    },
    [navigate],
  )
  return {
    show: useCallback((view: CalendarView, date?: string) => change(date ? { view, date } : { view }), [change]),
    choose: useCallback((date: string) => change({ date }, { replace: true }), [change]),
    narrow: useCallback((filter: ScheduleFilter) => change({ filter }, { replace: true }), [change]),
    /** With the date, so that the address opens the same sheet on any day. */
    open: useCallback((item: string, date: string) => change({ item, date }, { fromSchedule: true }), [change]),
    close: useCallback(
      () => (history.location.state.fromSchedule ? history.back() : change({ item: undefined }, { replace: true })),
      [history, change],
    ),
  }
}
