import { lessonFormats } from '#contract/enumerations.ts'
import type { SchoolEvent } from '#contract/events.ts'
import type { EventFilter } from './search.ts'

/** What is to come, the nearest first, and what is over, the latest first. An event under way is still to come. */
export function byTime(events: readonly SchoolEvent[], now: number): { upcoming: SchoolEvent[]; past: SchoolEvent[] } {
  const inOrder = events.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
  const isOver = ({ endsAt }: SchoolEvent) => Date.parse(endsAt) <= now
  return { upcoming: inOrder.filter((event) => !isOver(event)), past: inOrder.filter(isOver).reverse() }
}

export function isUnderWay({ startsAt, endsAt }: SchoolEvent, now: number): boolean {
  return Date.parse(startsAt) <= now && now < Date.parse(endsAt)
}

export function filtered(events: readonly SchoolEvent[], { categories, formats }: EventFilter): SchoolEvent[] {
  return events.filter(
    ({ category, format }) =>
      (categories.length === 0 || categories.includes(category)) && (formats.length === 0 || formats.includes(format)),
  )
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

/** What is worth offering as a filter: what occurs, and what the address already chose. */
export function offered(events: readonly SchoolEvent[], { categories, formats }: EventFilter, locale: string) {
  const found = new Set([...events.map(({ category }) => category), ...categories])
  return {
    categories: [...found].toSorted((one, other) => one.localeCompare(other, locale)),
    formats: lessonFormats.filter(
      (format) => formats.includes(format) || events.some((event) => event.format === format),
    ),
  }
}
