import dayjs from 'dayjs'
import 'dayjs/locale/ru.js'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

/** Arithmetic of days (YYYY-MM-DD). Days without a time have no zone, so daylight saving cannot shift them. */

const isoDay = 'YYYY-MM-DD'

/** Adds whole units to a day; clamps to the end of the month (31 January + 1 month = 28 February). */
export function shiftDay(day: string, amount: number, unit: 'day' | 'week' | 'month'): string {
  return dayjs.utc(day).add(amount, unit).format(isoDay)
}

/** The Monday of the week (S1). */
export function startOfWeek(day: string): string {
  return dayjs.utc(day).locale('ru').startOf('week').format(isoDay)
}

/** Days of the month grid that contains `day`: whole weeks, Monday first. */
export function monthGridOf(day: string): string[] {
  const first = startOfWeek(dayjs.utc(day).startOf('month').format(isoDay))
  const last = startOfWeek(dayjs.utc(day).endOf('month').format(isoDay))
  return daysFrom(first, daysUntil(last, first) + 7)
}

export function weekOf(day: string): string[] {
  return daysFrom(startOfWeek(day), 7)
}

/** Whole days from `today` to `day`; negative when it has passed. */
export function daysUntil(day: string, today: string): number {
  return dayjs.utc(day).diff(dayjs.utc(today), 'day')
}

export type WallClock = {
  /** The day, YYYY-MM-DD. */
  day: string
  /** Minutes since its midnight. */
  minute: number
}

/** Local day and time of an instant in `timeZone`. */
export function wallClockAt(instant: Date | string | number, timeZone: string): WallClock {
  const there = dayjs(instant).tz(timeZone)
  return { day: there.format(isoDay), minute: there.hour() * 60 + there.minute() }
}

/** The instant of a local time (`2026-11-24T09:00`) in `timeZone`. */
export function instantAt(local: string, timeZone: string): string {
  return dayjs.tz(local, timeZone).toISOString()
}

function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => shiftDay(first, index, 'day'))
}
