import { lessonFormats } from '#contract/enumerations.ts'
import type { SchoolEvent } from '#contract/events.ts'
import type { EventSearch } from '#contract/screen-searches.ts'

export type EventFilter = NonNullable<EventSearch['filter']>

export function filterEvents(events: readonly SchoolEvent[], { category, format }: EventFilter): SchoolEvent[] {
  return events.filter(
    (event) => (category?.includes(event.category) ?? true) && (format?.includes(event.format) ?? true),
  )
}

/** What is worth offering as a filter: what occurs, and what the address already chose. */
export function offeredFilters(
  events: readonly SchoolEvent[],
  { category = [], format: chosen = [] }: EventFilter,
  locale: string,
) {
  const found = new Set([...events.map((event) => event.category), ...category])
  return {
    categories: [...found].toSorted((one, other) => one.localeCompare(other, locale)),
    formats: lessonFormats.filter(
      (format) => chosen.includes(format) || events.some((event) => event.format === format),
    ),
  }
}
