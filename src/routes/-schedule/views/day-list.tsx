import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { ScheduleView } from '#contract/enumerations.ts'
import type { Calendar } from '#src/domain/calendar.ts'
import { monthKeyOf } from '#src/domain/periods.ts'
import { startOfWeek } from '#src/i18n/calendar-days.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Agenda, type AgendaProps } from '#src/ui/calendar/agenda.tsx'
import type { CalendarDay, CalendarPerson } from '#src/ui/calendar/calendar-items.ts'
import { adjacentPeriod, sameDayIn } from './period.ts'

/** Props of all views. */
export type CalendarViewProps = {
  calendar: Calendar
  days: readonly string[]
  /** A day of the period: first day of a list, selected day of a month with dots. */
  date: string
  today: string
  /** The month is the weeks around today. */
  isAroundToday: boolean
  onOpen: (key: string) => void
  /** The children, where several are shown. */
  people?: readonly CalendarPerson[] | undefined
}

/** Props of a month, a week or a day. */
export type ViewProps = CalendarViewProps & {
  /** Shows the items of a day that have no room. */
  onMore: (day: string) => void
  /** A control or key leads to the period of this day. */
  onTurn: (to: string) => void
}

/** Days of a calendar; `month` is any day of the month. Days outside it are marked, except those of the current week. */
export function calendarDays(days: readonly string[], dates: Dates, today: string, month?: string): CalendarDay[] {
  const monday = startOfWeek(today)
  return days.map((day) => {
    const isOfOther = month !== undefined && monthKeyOf(day) !== monthKeyOf(month)
    return {
      day,
      number: String(Number(day.slice(8))),
      weekday: dates.weekdayShort(day),
      name: dates.weekday(day),
      today: day === today,
      past: day < today,
      outside: isOfOther && startOfWeek(day) !== monday,
    }
  })
}

/** Texts and callbacks shared by the month and week grids. */
export function useCalendarGrid() {
  const { t } = useLingui()
  const { show } = useScreenSearch('schedule')
  return {
    moreLabel: (count: number) => t`ещё ${count}`,
    countLabel: (count: number) =>
      t`${plural(count, { one: '# событие', few: '# события', many: '# событий', other: '# события' })}`,
    // From the top: the page may be scrolled to a late week.
    onOpenDay: useCallback((day: string) => show({ view: 'day', date: day }, { resetScroll: true }), [show]),
  }
}

type ShownPeriod = Pick<CalendarViewProps, 'date' | 'today' | 'isAroundToday'> & { view: ScheduleView }

/** Where the arrows lead from the shown period. */
export function useAdjacentPeriod({ view, date, today, isAroundToday }: ShownPeriod) {
  return useCallback(
    (step: 1 | -1) => adjacentPeriod(date, view, step, today, isAroundToday),
    [date, view, today, isAroundToday],
  )
}

/** Page keys lead where the arrows do, to the same day of that period. */
export function useTurn(shown: ShownPeriod & Pick<ViewProps, 'onTurn'>) {
  const { view, today, onTurn } = shown
  const { show } = useScreenSearch('schedule')
  const adjacent = useAdjacentPeriod(shown)
  return useCallback(
    (step: 1 | -1, day: string) => {
      const to = sameDayIn(adjacent(step), day, view, today)
      onTurn(to)
      show({ date: to, item: undefined })
    },
    [show, adjacent, view, today, onTurn],
  )
}

/** Items by day. */
export function DayList(list: Pick<AgendaProps, 'days' | 'items' | 'bands' | 'onOpen'>) {
  const { t } = useLingui()
  return <Agenda {...list} level={3} allDayLabel={t`весь день`} todayLabel={t`сегодня`} />
}
