import type { ScheduleView } from '#contract/enumerations.ts'
import { dayRangeText, withoutYearSuffix } from '#src/domain/date-range-text.ts'
import { monthKeyOf } from '#src/domain/periods.ts'
import { monthGridOf, shiftDay, startOfWeek, weekOf } from '#src/i18n/calendar-days.ts'
import { datesOf } from '#src/i18n/dates.ts'

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

/** Date of the adjacent period; today if the period contains it, so that navigating back restores the URL. */
export function adjacentPeriod(date: string, view: ScheduleView, step: 1 | -1, today: string): string {
  const start = startOf[unitOf(view)]
  const next = shiftDay(start(date), step, unitOf(view))
  return start(today) === next ? today : next
}

/** The same day in the adjacent period. */
export function sameDayInAdjacentPeriod(day: string, view: ScheduleView, step: 1 | -1): string {
  return shiftDay(day, step, unitOf(view))
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
