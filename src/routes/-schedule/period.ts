import type { CalendarView } from '#contract/enumerations.ts'
import { sheetOf, shiftDay, startOfWeek, weekOf } from '#src/i18n/calendar-days.ts'
import { monthOf } from './month-of.ts'

/** The days that a view shows around `date`. A week lies whole on the sheet of any of its days' months. */
export function daysOf(view: CalendarView, date: string): string[] {
  return view === 'week' ? weekOf(date) : sheetOf(date)
}

/** The date of the period before or after; today where it lies in it, so that coming back ends where one began. */
export function stepFrom(date: string, view: CalendarView, step: 1 | -1, today: string): string {
  const start = view === 'week' ? startOfWeek : monthOf
  const next = shiftDay(start(date), step, view)
  return start(today) === next ? today : next
}
