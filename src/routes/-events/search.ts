import type { EventSearch } from '#contract/screen-searches.ts'

export type { EventSearch }

import { type LessonFormat, lessonFormats } from '#contract/enumerations.ts'

export type EventFilter = { categories: readonly string[]; formats: readonly LessonFormat[] }

/** Whatever the address holds; what nobody knows is left out. */
export function readSearch({ when, filter, event }: Record<string, unknown>): EventSearch {
  const { category, format } = (typeof filter === 'object' && filter !== null ? filter : {}) as Record<string, unknown>
  const formats = [format].flat()
  return {
    ...(when === 'past' ? { when } : {}),
    ...searchOf({
      categories: [category].flat().filter((one) => typeof one === 'string' && one !== '') as string[],
      formats: lessonFormats.filter((known) => formats.includes(known)),
    }),
    ...(typeof event === 'string' && event !== '' ? { event } : {}),
  }
}

export function filterOf({ filter }: EventSearch): EventFilter {
  return { categories: filter?.category ?? [], formats: filter?.format ?? [] }
}

/** A part that filters nothing stays out of the address. */
export function searchOf({ categories, formats }: EventFilter): Pick<EventSearch, 'filter'> {
  const filter = {
    ...(categories.length === 0 ? {} : { category: [...categories] }),
    ...(formats.length === 0 ? {} : { format: [...formats] }),
  }
  return Object.keys(filter).length === 0 ? {} : { filter }
}

/** The list with one entry added, or taken away where it was there. */
export function withTurned<Value>(values: readonly Value[], turned: Value): Value[] {
  return values.includes(turned) ? values.filter((value) => value !== turned) : [...values, turned]
}
