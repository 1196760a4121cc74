import dayjs, { type Dayjs } from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

/** A calendar date, `YYYY-MM-DD`, as in the API. */
export type Day = string

/** The current instant, and the time zone of the school that turns it into a day. */
export type CurrentTime = { now: Date; timeZone: string }

const dateFormat = 'YYYY-MM-DD'

export function addDays(day: Day, days: number): Day {
  return dayjs.utc(day).add(days, 'day').format(dateFormat)
}

/** Monday = 1, Sunday = 7. */
export function isoWeekday(day: Day): number {
  return dayjs.utc(day).day() || 7
}

export function mondayOf(day: Day): Day {
  return addDays(day, 1 - isoWeekday(day))
}

/** The first day on which a person is of age: the eighteenth birthday, or 1 March for 29 February. */
export function dayOfAge(bornOn: Day): Day {
  const [year = 0, month = 0, day = 0] = bornOn.split('-').map(Number)
  return dayjs.utc(Date.UTC(year + 18, month - 1, day)).format(dateFormat)
}

/** The calendar date of an instant in `timeZone`. */
export function dayInZone(instant: Date, timeZone: string): Day {
  return dayFormatOf(timeZone).format(instant)
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Kept, because making one takes a hundred times as long as using it. Swedes write a date as ISO 8601 does. */
function dayFormatOf(timeZone: string): Intl.DateTimeFormat {
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  dayFormats.set(timeZone, format)
  return format
}

/** An instant as local time of `timeZone`. */
export function toZonedTime(instant: Date | string, timeZone: string): Dayjs {
  return dayjs(instant).tz(timeZone)
}

/** The instant of local time `time` (`HH:MM`) on `day` in `timeZone`. */
export function zonedInstant(day: Day, time: string, timeZone: string): Date {
  return dayjs.tz(`${day}T${time}`, timeZone).toDate()
}

/** The start of the next day. */
export function startOfTomorrow({ now, timeZone }: CurrentTime): Date {
  return zonedInstant(addDays(dayInZone(now, timeZone), 1), '00:00', timeZone)
}

/** The start of the next Monday. */
export function startOfNextWeek({ now, timeZone }: CurrentTime): Date {
  return zonedInstant(addDays(mondayOf(dayInZone(now, timeZone)), 7), '00:00', timeZone)
}
