import { formatLocale, type Locale } from '#contract/enumerations.ts'
import { instantAt, type WallClock, wallClockAt } from './calendar-days.ts'

/** The school's time zone unless the config says otherwise (D-22). */
export const defaultZone = 'Europe/Moscow'

/** 24-hour clock in every language. */
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/**
 * What stands between the parts of a date. Versions of ICU differ in it, and the server and the browser must render the
 * same text.
 */
const joiners: Record<Locale, { weekday: string; time: string; year: string }> = {
  ru: { weekday: ', ', time: ' в\u00a0', year: '\u00a0г.' },
  en: { weekday: ' ', time: ' at\u00a0', year: '' },
}

/** A text whose spaces do not break a line. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

/** Two times as one word: word joiners keep them on one line. */
export function timeRange(from: string, to: string): string {
  return `${from}\u2060–\u2060${to}`
}

/** Formats of days and instants of one language and the school's time zone. */
export type Dates = ReturnType<typeof createDates>

export function createDates(locale: string, timeZone: string) {
  const written = formatLocale(locale)
  const inZone = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(written, { timeZone, ...options })
  const ofDay = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(written, { timeZone: 'UTC', ...options })
  const dayAndMonth = { day: 'numeric', month: 'long' } as const
  const formats = {
    time: inZone(clock),
    dayInZone: inZone(dayAndMonth),
    day: ofDay(dayAndMonth),
    dayShort: ofDay({ day: 'numeric', month: 'short' }),
    weekday: ofDay({ weekday: 'long' }),
    weekdayShort: ofDay({ weekday: 'short' }),
    month: ofDay({ month: 'long' }),
  }
  const join = joiners[locale as Locale] ?? joiners.ru
  const midnight = (day: string) => new Date(`${day}T00:00Z`)
  const withYear = (text: string, day: string, space = '\u00a0') => `${text}${space}${day.slice(0, 4)}${join.year}`
  const dayOfMonth = (day: string) => unbroken(formats.day.format(midnight(day)))
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
    dateTime: (iso: string) =>
      unbroken(formats.dayInZone.format(new Date(iso))) + join.time + formats.time.format(new Date(iso)),
    /** A day (YYYY-MM-DD), `20 ноября`. */
    day: dayOfMonth,
    dayShort: (day: string) => unbroken(formats.dayShort.format(midnight(day))),
    dayWithYear: (day: string) => withYear(dayOfMonth(day), day),
    weekday: (day: string) => formats.weekday.format(midnight(day)) + join.weekday + dayOfMonth(day),
    weekdayShort: (day: string) => formats.weekdayShort.format(midnight(day)),
    /** The month of a day, `ноябрь`. */
    monthName: (day: string) => formats.month.format(midnight(day)),
    /** The month and the year of a day, `ноябрь 2026 г.`. */
    month: (day: string) => withYear(formats.month.format(midnight(day)), day, ' '),
    /** The day (YYYY-MM-DD) that an instant falls on in the school's zone. */
    dayOf: (instant: Date | string) => wallClock(instant).day,
    /** The instant of a local time of the school, `2026-11-24T09:00`. */
    instantAt: (local: string) => instantAt(local, timeZone),
    /** Minutes since midnight of an instant in the school's zone. */
    minuteOf: (instant: Date | string) => wallClock(instant).minute,
  }
}

const made = new Map<string, Dates>()

/** Cached: creating the formats takes about 1 ms, and every row of a list uses them. */
export function datesOf(locale: string, timeZone: string): Dates {
  const key = `${locale} ${timeZone}`
  const dates = made.get(key) ?? createDates(locale, timeZone)
  made.set(key, dates)
  return dates
}
