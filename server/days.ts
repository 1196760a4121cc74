import dayjs, { type Dayjs } from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

/** Days are `YYYY-MM-DD`, as on the wire (D-22); a time zone turns them into instants and back. */
export type Day = string

const spelled = 'YYYY-MM-DD'

export function addDays(day: Day, days: number): Day {
  return dayjs.utc(day).add(days, 'day').format(spelled)
}

/** Monday = 1, Sunday = 7. */
export function weekdayOf(day: Day): number {
  return dayjs.utc(day).day() || 7
}

export function mondayOf(day: Day): Day {
  return addDays(day, 1 - weekdayOf(day))
}

/** The day that the clock on the wall of `timeZone` shows. */
export function dayAt(instant: Date, timeZone: string): Day {
  return dayjs(instant).tz(timeZone).format(spelled)
}

/** An instant as the clock on the wall of `timeZone` shows it. */
export function wallClockAt(instant: Date | string, timeZone: string): Dayjs {
  return dayjs(instant).tz(timeZone)
}

/** The instant at which the clock on the wall of `timeZone` shows `time` (`HH:MM`) of `day`. */
export function instantAt(day: Day, time: string, timeZone: string): Date {
  return dayjs.tz(`${day}T${time}`, timeZone).toDate()
}
