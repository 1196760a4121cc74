import type { ScheduleView } from '#contract/enumerations.ts'
import { dayRangeText, withoutYearSuffix } from '#src/domain/date-range-text.ts'
import { agendaMonthsOf, monthKeyOf } from '#src/domain/periods.ts'
import { daysUntil, monthGridOf, shiftDay, startOfWeek, weekOf } from '#src/i18n/calendar-days.ts'
import { datesOf } from '#src/i18n/dates.ts'
import type { LoadedMonth } from './use-agenda-months.ts'

/**
 * Days of the period around `date`; a list starts with `date` and ends with its month. All days are within the calendar
 * grid of the month of `date`.
 */
export function daysInView(view: ScheduleView, date: string): string[] {
  if (view === 'week') return weekOf(date)
  if (view === 'day') return [date]
  const grid = monthGridOf(date)
  return view === 'month' ? grid : grid.filter((day) => day >= date && monthKeyOf(day) === monthKeyOf(date))
}

const weeksAroundToday = 5

/** Whether `date` is today and the next month begins within the upcoming days. */
export function isMonthEnding(date: string, today: string): boolean {
  const { first, last } = agendaMonthsOf(today)
  return date === today && first !== last
}

/**
 * Whether the month is the weeks around today: on its last days almost all of it is over. While the next month is not
 * loaded, those weeks would look free.
 */
export function isAroundToday(date: string, today: string, months: readonly LoadedMonth[]): boolean {
  const next = agendaMonthsOf(today).last
  return isMonthEnding(date, today) && months.some(({ month, state }) => month === next && state === 'ready')
}

/**
 * Days of the month as a table; those around `date` are five weeks, of which a wide window has room for the last one, and a
 * phone begins with this one.
 */
export function daysOfMonthTable(date: string, isAroundToday: boolean, isNarrow = false): string[] {
  if (!isAroundToday) return monthGridOf(date)
  const monday = shiftDay(startOfWeek(date), isNarrow ? 0 : -1, 'week')
  return Array.from({ length: weeksAroundToday * 7 }, (_, index) => shiftDay(monday, index, 'day'))
}

/** Such as «ноябрь». */
export function monthName(date: string, locale: string): string {
  return datesOf(locale, 'UTC').monthName(date)
}

/** Title of these days, such as «ноябрь 2026» or «ноябрь – декабрь 2026»; a phone has room for «ноябрь – декабрь». */
export function monthTableTitle(date: string, isAroundToday: boolean, locale: string, isNarrow = false): string {
  const title = periodTitle('month', date, locale)
  if (!isAroundToday) return title
  if (isNarrow) return [date, agendaMonthsOf(date).last].map((month) => monthName(month, locale)).join(' – ')
  const next = periodTitle('month', agendaMonthsOf(date).last, locale)
  const isSameYear = title.slice(-4) === next.slice(-4)
  return `${isSameYear ? monthName(date, locale) : title} – ${next}`
}

/**
 * Date of the adjacent period; today if the period contains it, so that navigating back restores the URL. Back from the
 * weeks around today is the whole month of today.
 */
export function adjacentPeriod(
  date: string,
  view: ScheduleView,
  step: 1 | -1,
  today: string,
  isAroundToday = false,
): string {
  const start = startOf[unitOf(view)]
  if (isAroundToday && view === 'month' && step === -1) return start(date)
  const next = shiftDay(start(date), step, unitOf(view))
  return start(today) === next ? today : next
}

/** The day of the period of `to` (`adjacentPeriod`) that a page key selects: the same weekday, or number of the month. */
export function sameDayIn(to: string, day: string, view: ScheduleView, today: string): string {
  if (view === 'day') return to
  if (view === 'week') return shiftDay(startOfWeek(to), daysUntil(day, startOfWeek(day)), 'day')
  const ofMonth = monthGridOf(to).filter((own) => monthKeyOf(own) === monthKeyOf(to))
  const same = ofMonth.findLast((own) => own.slice(8) <= day.slice(8)) ?? to
  // Today is the weeks around it, any other day the whole month: as the arrows.
  return isMonthEnding(today, today) && [to, same].includes(today) ? to : same
}

/** The period that the arrows step by. */
export function unitOf(view: ScheduleView): 'day' | 'week' | 'month' {
  return view === 'week' || view === 'day' ? view : 'month'
}

const startOf = { day: (day: string) => day, week: startOfWeek, month: monthKeyOf }

/** Title of the period, for example «ноябрь 2026», «16–22 ноября 2026» or «понедельник, 23 ноября». */
export function periodTitle(view: ScheduleView, date: string, locale: string): string {
  if (view === 'day') return datesOf(locale, 'UTC').weekday(date)
  if (view !== 'week') return withoutYearSuffix(datesOf(locale, 'UTC').month(date))
  const days = weekOf(date)
  return dayRangeText(days[0] ?? date, days.at(-1) ?? date, locale)
}

export function hourLabel(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
