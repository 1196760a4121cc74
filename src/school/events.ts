import type { SchoolEvent } from '#contract/events.ts'
import type { Dates } from '#src/i18n/dates.ts'

/** What is to come, the nearest first, and what is over, the latest first. An event under way is still to come. */
export function byTime(events: readonly SchoolEvent[], now: number): { upcoming: SchoolEvent[]; past: SchoolEvent[] } {
  const inOrder = events.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
  return {
    upcoming: inOrder.filter((event) => !isOver(event, now)),
    past: inOrder.filter((event) => isOver(event, now)).reverse(),
  }
}

/** Runs of events of the same month (YYYY-MM), in the order in which the events come. */
export function byMonth(events: readonly SchoolEvent[], dayOf: (instant: string) => string) {
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

export function isUnderWay(event: SchoolEvent, now: number): boolean {
  return Date.parse(event.startsAt) <= now && !isOver(event, now)
}

/** The hours of an event within a day, or its first and last moment when it lasts for days. */
export function eventHours({ startsAt, endsAt }: SchoolEvent, dates: Dates): string {
  const isOneDay = dates.dayOf(startsAt) === dates.dayOf(endsAt)
  return isOneDay
    ? `${dates.time(startsAt)}–${dates.time(endsAt)}`
    : `${dates.dateTime(startsAt)} – ${dates.dateTime(endsAt)}`
}

/** The whole of it: weekday, date and hours. */
export function eventDayAndHours(event: SchoolEvent, dates: Dates): string {
  const [first, last] = [dates.dayOf(event.startsAt), dates.dayOf(event.endsAt)]
  return first === last ? `${dates.weekday(first)}, ${eventHours(event, dates)}` : eventHours(event, dates)
}
