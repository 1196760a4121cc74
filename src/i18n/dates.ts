import dayjs, { type Dayjs } from 'dayjs'
import isoWeek from 'dayjs/plugin/isoWeek'

dayjs.extend(isoWeek)

/** Formats of days and instants of one language and the school's time zone (D-22). */
export type Dates = ReturnType<typeof createDates>

export function createDates(locale: string, timeZone: string) {
  const inZone = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone, ...options })
  const ofDay = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  const formats = {
    time: inZone({ hour: '2-digit', minute: '2-digit' }),
    dateTime: inZone({ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }),
    day: ofDay({ day: 'numeric', month: 'long' }),
    dayWithYear: ofDay({ day: 'numeric', month: 'long', year: 'numeric' }),
    weekday: ofDay({ weekday: 'long', day: 'numeric', month: 'long' }),
    weekdayShort: ofDay({ weekday: 'short' }),
    month: ofDay({ month: 'long', year: 'numeric' }),
  }
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const wallClock = (instant: Date) =>
    Object.fromEntries(parts.formatToParts(instant).map(({ type, value }) => [type, value]))
  return {
    timeZone,
    /** An instant's time of day, `14:05`. */
    time: (iso: string) => formats.time.format(new Date(iso)),
    dateTime: (iso: string) => formats.dateTime.format(new Date(iso)),
    /** A day (YYYY-MM-DD), `20 ноября`. */
    day: (day: string) => formats.day.format(new Date(`${day}T00:00Z`)),
    dayWithYear: (day: string) => formats.dayWithYear.format(new Date(`${day}T00:00Z`)),
    weekday: (day: string) => formats.weekday.format(new Date(`${day}T00:00Z`)),
    weekdayShort: (day: string) => formats.weekdayShort.format(new Date(`${day}T00:00Z`)),
    month: (day: string) => formats.month.format(new Date(`${day}T00:00Z`)),
    /** The day (YYYY-MM-DD) that an instant falls on in the school's zone. */
    dayOf: (instant: Date | string) => {
      const { year, month, day } = wallClock(new Date(instant))
      return `${year}-${month}-${day}`
    },
    /** Minutes since midnight of an instant in the school's zone. */
    minuteOf: (instant: Date | string) => {
      const { hour, minute } = wallClock(new Date(instant))
      return Number(hour) * 60 + Number(minute)
    },
  }
}

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

export function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && format(dayjs(value)) === value
}

function format(date: Dayjs): string {
  return date.format('YYYY-MM-DD')
}
