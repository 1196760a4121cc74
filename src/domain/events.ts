import type { SchoolEvent } from '#contract/learning/events.ts'
import { type Dates, timeRange } from '#src/i18n/dates.ts'

/** Upcoming events, the nearest first, and past ones, the latest first. An ongoing event is upcoming. */
export function splitByTime(
  events: readonly SchoolEvent[],
  now: number,
): { upcoming: SchoolEvent[]; past: SchoolEvent[] } {
  const inOrder = events.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
  return {
    upcoming: inOrder.filter((event) => !isOver(event, now)),
    past: inOrder.filter((event) => isOver(event, now)).reverse(),
  }
}

/** Groups events by month (YYYY-MM) and keeps their order. */
export function groupByMonth(events: readonly SchoolEvent[], dayOf: (instant: string) => string) {
  const runs: { month: string; events: SchoolEvent[] }[] = []
  for (const event of events) {
    const month = dayOf(event.startsAt).slice(0, 7)
    const last = runs.at(-1)
    if (last?.month === month) last.events.push(event)
    else runs.push({ month, events: [event] })
  }
  return runs
}

export function isOver({ endsAt }: SchoolEvent, now: number): boolean {
  return Date.parse(endsAt) <= now
}

export function isOngoing(event: SchoolEvent, now: number): boolean {
  return Date.parse(event.startsAt) <= now && !isOver(event, now)
}

/** The hours of an event within a day, or its first and last moment when it lasts for days. */
export function eventTimeText({ startsAt, endsAt }: SchoolEvent, dates: Dates): string {
  const isOneDay = dates.dayOf(startsAt) === dates.dayOf(endsAt)
  return isOneDay
    ? timeRange(dates.time(startsAt), dates.time(endsAt))
    : `${dates.dateTime(startsAt)} – ${dates.dateTime(endsAt)}`
}

/** Weekday, date and hours. */
export function eventDateTimeText(event: SchoolEvent, dates: Dates): string {
  const [first, last] = [dates.dayOf(event.startsAt), dates.dayOf(event.endsAt)]
  return first === last ? `${dates.weekday(first)}, ${eventTimeText(event, dates)}` : eventTimeText(event, dates)
}
