import { formatLocale } from '#contract/enumerations.ts'
import { type WallClock, wallClockAt } from './calendar-days.ts'

/** The school's time zone unless the config says otherwise (D-22). */
export const defaultZone = 'Europe/Moscow'

/** 24-hour clock in every language. */
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Formats of days and instants of one language and the school's time zone (D-22). */
export type Dates = ReturnType<typeof createDates>

export function createDates(locale: string, timeZone: string) {
  const written = formatLocale(locale)
  const inZone = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(written, { timeZone, ...options })
  const ofDay = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(written, { timeZone: 'UTC', ...options })
  const formats = {
    time: inZone(clock),
    dateTime: inZone({ day: 'numeric', month: 'long', ...clock }),
    day: ofDay({ day: 'numeric', month: 'long' }),
    dayShort: ofDay({ day: 'numeric', month: 'short' }),
    dayWithYear: ofDay({ day: 'numeric', month: 'long', year: 'numeric' }),
    weekday: ofDay({ weekday: 'long', day: 'numeric', month: 'long' }),
    weekdayShort: ofDay({ weekday: 'short' }),
    month: ofDay({ month: 'long', year: 'numeric' }),
  }
  // Cached: few instants are distinct, and time zone conversion is slow.
  const known = new Map<string, WallClock>()
  const wallClock = (instant: Date | string) => {
    const iso = typeof instant === 'string' ? instant : instant.toISOString()
    const seen = known.get(iso) ?? wallClockAt(iso, timeZone)
    known.set(iso, seen)
    return seen
  }
  return {
    timeZone,
    /** An instant's time of day, `14:05`. */
    time: (iso: string) => formats.time.format(new Date(iso)),
    dateTime: (iso: string) => formats.dateTime.format(new Date(iso)),
    /** A day (YYYY-MM-DD), `20 ноября`. */
    day: (day: string) => formats.day.format(new Date(`${day}T00:00Z`)),
    dayShort: (day: string) => formats.dayShort.format(new Date(`${day}T00:00Z`)),
    dayWithYear: (day: string) => formats.dayWithYear.format(new Date(`${day}T00:00Z`)),
    weekday: (day: string) => formats.weekday.format(new Date(`${day}T00:00Z`)),
    weekdayShort: (day: string) => formats.weekdayShort.format(new Date(`${day}T00:00Z`)),
    month: (day: string) => formats.month.format(new Date(`${day}T00:00Z`)),
    /** The day (YYYY-MM-DD) that an instant falls on in the school's zone. */
    dayOf: (instant: Date | string) => wallClock(instant).day,
    /** Minutes since midnight of an instant in the school's zone. */
    minuteOf: (instant: Date | string) => wallClock(instant).minute,
  }
}
