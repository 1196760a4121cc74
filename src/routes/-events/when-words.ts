import type { SchoolEvent } from '#contract/events.ts'
import type { Dates } from '#src/i18n/dates.ts'

/** The hours of an event within a day, or its first and last moment when it lasts for days. */
export function hoursOf({ startsAt, endsAt }: SchoolEvent, dates: Dates): string {
  const isOneDay = dates.dayOf(startsAt) === dates.dayOf(endsAt)
  return isOneDay
    ? `${dates.time(startsAt)}–${dates.time(endsAt)}`
    : `${dates.dateTime(startsAt)} – ${dates.dateTime(endsAt)}`
}

/** The whole of it: weekday, date and hours. */
export function whenOf(event: SchoolEvent, dates: Dates): string {
  const [first, last] = [dates.dayOf(event.startsAt), dates.dayOf(event.endsAt)]
  return first === last ? `${dates.weekday(first)}, ${hoursOf(event, dates)}` : hoursOf(event, dates)
}
