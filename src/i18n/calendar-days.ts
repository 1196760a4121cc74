import dayjs, { type Dayjs } from 'dayjs'
import isoWeek from 'dayjs/plugin/isoWeek'

dayjs.extend(isoWeek)

/** Reckoning with days (YYYY-MM-DD); apart from `dates.ts`, because only the schedule needs it. */

/** A day (YYYY-MM-DD) moved by whole units; the week starts on Monday (S1). */
export function shiftDay(day: string, amount: number, unit: 'day' | 'week' | 'month'): string {
  return format(dayjs(day).add(amount, unit))
}

export function startOfWeek(day: string): string {
  return format(dayjs(day).startOf('isoWeek'))
}

/** The days of the calendar sheet of the month that holds `day`: whole weeks, Monday first (D-23). */
export function sheetOf(day: string): string[] {
  const first = dayjs(day).startOf('month').startOf('isoWeek')
  const last = dayjs(day).endOf('month').endOf('isoWeek')
  return Array.from({ length: last.diff(first, 'day') + 1 }, (_, index) => format(first.add(index, 'day')))
}

export function weekOf(day: string): string[] {
  const monday = dayjs(day).startOf('isoWeek')
  return Array.from({ length: 7 }, (_, index) => format(monday.add(index, 'day')))
}

function format(date: Dayjs): string {
  return date.format('YYYY-MM-DD')
}
