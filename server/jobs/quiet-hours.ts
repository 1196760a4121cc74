import { toZonedTime } from '#server/calendar-days.ts'

/** Hours of the school's day in which jobs may send messages about money: from the first, before the second. */
const [from, until] = [9, 21]

/** Jobs check this in each run and not only in their cron line: a delayed run must not send messages at night. */
export function isQuietHour({ now, timeZone }: { now: Date; timeZone: string }): boolean {
  const hour = toZonedTime(now, timeZone).hour()
  return hour < from || hour >= until
}
