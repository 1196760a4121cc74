import { formatLocale, type ScheduleView } from '#contract/enumerations.ts'
import { monthOf } from '#contract/screens.ts'
import { sheetOf, shiftDay, startOfWeek, weekOf } from '#src/i18n/calendar-days.ts'
import { daysWords, withoutYearMark } from '#src/school/when-words.ts'

/**
 * The days that a view shows around `date`; a list begins with it and ends with its month. All of them lie on the sheet
 * of the month of `date`.
 */
export function daysInView(view: ScheduleView, date: string): string[] {
  if (view === 'week') return weekOf(date)
  const sheet = sheetOf(date)
  return view === 'month' ? sheet : sheet.filter((day) => day >= date && monthOf(day) === monthOf(date))
}

/** The date of the period before or after; today where it lies in it, so that coming back ends where one began. */
export function stepFrom(date: string, view: ScheduleView, step: 1 | -1, today: string): string {
  const start = view === 'week' ? startOfWeek : monthOf
  const next = shiftDay(start(date), step, unitOf(view))
  return start(today) === next ? today : next
}

/** The same day of the period before or after. */
export function turnFrom(day: string, view: ScheduleView, step: 1 | -1): string {
  return shiftDay(day, step, unitOf(view))
}

function unitOf(view: ScheduleView) {
  return view === 'week' ? 'week' : 'month'
}

/** The period that a view shows, such as «ноябрь 2026» or «16–22 ноября 2026». */
export function periodWords(view: ScheduleView, date: string, locale: string): string {
  if (view !== 'week') {
    const format = new Intl.DateTimeFormat(formatLocale(locale), { timeZone: 'UTC', month: 'long', year: 'numeric' })
    return withoutYearMark(format.format(new Date(`${date}T12:00Z`)))
  }
  const days = weekOf(date)
  return daysWords(days[0] ?? date, days.at(-1) ?? date, locale)
}

/** An hour of the day at the side of the week. */
export function hourWords(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
