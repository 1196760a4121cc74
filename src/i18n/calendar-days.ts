import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)

/** Arithmetic of days (YYYY-MM-DD). Days without a time have no zone, so daylight saving cannot shift them. */

const isoDay = 'YYYY-MM-DD'
const minuteMs = 60 * 1000
const dayMs = 24 * 60 * minuteMs

/** Adds whole units to a day; clamps to the end of the month (31 January + 1 month = 28 February). */
export function shiftDay(day: string, amount: number, unit: 'day' | 'week' | 'month'): string {
  if (unit === 'month') return dayjs.utc(day).add(amount, unit).format(isoDay)
  const shifted = new Date(day)
  // A year of six digits, which a date field lets a person type.
  if (Number.isNaN(shifted.getTime())) return day
  shifted.setUTCDate(shifted.getUTCDate() + amount * (unit === 'week' ? 7 : 1))
  return shifted.toISOString().slice(0, isoDay.length)
}

/** The Monday of the week (S1). */
export function startOfWeek(day: string): string {
  return shiftDay(day, -((new Date(day).getUTCDay() + 6) % 7), 'day')
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
  return Math.trunc((Date.parse(day) - Date.parse(today)) / dayMs)
}

export type WallClock = {
  /** The day, YYYY-MM-DD. */
  day: string
  /** Minutes since its midnight. */
  minute: number
}

/** Local day and time of an instant in `timeZone`. */
export function wallClockAt(instant: Date | string | number, timeZone: string): WallClock {
  const parts = wallClockOf(timeZone).formatToParts(new Date(instant))
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return {
    day: `${read('year')}-${read('month')}-${read('day')}`,
    minute: Number(read('hour')) * 60 + Number(read('minute')),
  }
}

const numeric = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
const wallClocks = new Map<string, Intl.DateTimeFormat>()

/** Kept, because making one takes a hundred times as long as using it. */
function wallClockOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    wallClocks.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...numeric, timeZone, hourCycle: 'h23' })
  wallClocks.set(timeZone, format)
  return format
}

/** The instant of a local time (`2026-11-24T09:00`) in `timeZone`. */
export function instantAt(local: string, timeZone: string): string {
  const written = Date.parse(`${local}Z`)
  const offsetAt = (instant: number) => {
    const { day, minute } = wallClockAt(instant, timeZone)
    return Date.parse(day) + minute * minuteMs - Math.floor(instant / minuteMs) * minuteMs
  }
  // The offset of the first guess may be of the other side of a change of the clocks.
  return new Date(written - offsetAt(written - offsetAt(written))).toISOString()
}

function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => shiftDay(first, index, 'day'))
}
