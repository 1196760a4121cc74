import { useLingui } from '@lingui/react/macro'
import type { Dates } from '#src/i18n/dates.ts'
import type { Calendar } from '#src/school/calendar.ts'
import { Agenda, type AgendaProps } from '#src/ui/calendar/agenda.tsx'
import type { CalendarDay } from '#src/ui/calendar/items.ts'

/** What a month, a week and the paper draw. */
export type DrawingProps = {
  calendar: Calendar
  days: readonly string[]
  /** Any day of the period; on a phone's month the day whose list stands under the sheet. */
  date: string
  today: string
  onOpen: (key: string) => void
}

/** Days as they are drawn: of a `month`, which any of its days stands for, the days beyond it are outside. */
export function drawnDays(days: readonly string[], dates: Dates, today: string, month?: string): CalendarDay[] {
  return days.map((day) => ({
    day,
    number: String(Number(day.slice(8))),
    weekday: dates.weekdayShort(day),
    name: dates.weekday(day),
    today: day === today,
    outside: month !== undefined && !day.startsWith(month.slice(0, 7)),
  }))
}

/** The list by days in the words of this page. */
export function DayList(props: Pick<AgendaProps, 'days' | 'items' | 'bands' | 'onOpen'>) {
  const { t } = useLingui()
  return <Agenda {...props} level={3} allDayLabel={t`весь день`} todayLabel={t`сегодня`} />
}
