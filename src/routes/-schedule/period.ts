import type { CalendarView } from '#contract/enumerations.ts'
import { monthOf } from '#contract/screens.ts'
import { sheetOf, shiftDay, startOfWeek, weekOf } from '#src/i18n/calendar-days.ts'
import { daysWords, withoutYearMark } from '#src/school/when-words.ts'

/** The days that a view shows around `date`. A week lies whole on the sheet of any of its days' months. */
export function daysInView(view: CalendarView, date: string): string[] {
  return view === 'week' ? weekOf(date) : sheetOf(date)
}

/** The date of the period before or after; today where it lies in it, so that coming back ends where one began. */
export function stepFrom(date: string, view: CalendarView, step: 1 | -1, today: string): string {
  const start = view === 'week' ? startOfWeek : monthOf
  const next = shiftDay(start(date), step, view)
  return start(today) === next ? today : next
}

/** The period that a view shows, such as «ноябрь 2026» or «16–22 ноября 2026». */
export function periodWords(view: CalendarView, date: string, locale: string): string {
  if (view === 'month') {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' })
    return withoutYearMark(format.format(new Date(`${date}T12:00Z`)))
  }
  const days = weekOf(date)
  return daysWords(days[0] ?? date, days.at(-1) ?? date, locale)
}

/** An hour of the day at the side of the week, such as «09:00» or “9 AM”. */
export function hourFormat(locale: string): (hour: number) => string {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    ...(hour12 ? { hour: 'numeric' } : { hour: '2-digit', minute: '2-digit' }),
  })
  return (hour) => format.format(Date.UTC(2000, 0, 1, hour))
}
