import type { ScheduleSearch } from '#contract/screen-searches.ts'

export type { ScheduleSearch }

import {
  type CalendarView,
  calendarViews,
  type ScheduleFilterKind,
  scheduleFilterKinds,
} from '#contract/enumerations.ts'
import { isDay } from '#src/i18n/dates.ts'

export type ScheduleFilter = { kind?: ScheduleFilterKind[]; child?: string }

/** Whatever the address holds; what nobody knows is left out. */
export function readScheduleSearch({ view, date, filter, item }: Record<string, unknown>): ScheduleSearch {
  const knownView = calendarViews.find((known) => known === view)
  const { kind, child } = typeof filter === 'object' && filter !== null ? (filter as Record<string, unknown>) : {}
  const asked = [kind].flat()
  return searchOf({
    view: knownView,
    date: isDay(date) && isInCalendar(date) ? date : undefined,
    filter: {
      kind: scheduleFilterKinds.filter((known) => asked.includes(known)),
      ...(typeof child === 'string' && child !== '' ? { child } : {}),
    },
    item: typeof item === 'string' && item !== '' ? item : undefined,
  })
}

export type Loose<Search> = { [Key in keyof Search]?: Search[Key] | undefined }

/** The address of a search; a part that says nothing stays out of it. */
export function searchOf({ view, date, filter = {}, item }: Loose<ScheduleSearch>): ScheduleSearch {
  const { kind = [], child } = filter
  const narrowed = { ...(kind.length > 0 ? { kind } : {}), ...(child === undefined ? {} : { child }) }
  return {
    ...(view === undefined || view === 'month' ? {} : { view }),
    ...(date === undefined ? {} : { date }),
    ...(Object.keys(narrowed).length > 0 ? { filter: narrowed } : {}),
    ...(item === undefined ? {} : { item }),
  }
}

/** The filter with one kind added, or taken away where it was there. */
export function withKindTurned(filter: ScheduleFilter, kind: ScheduleFilterKind): ScheduleFilter {
  const { kind: chosen = [] } = filter
  const next = chosen.includes(kind) ? chosen.filter((other) => other !== kind) : [...chosen, kind]
  return { ...filter, kind: scheduleFilterKinds.filter((known) => next.includes(known)) }
}

/** The filter for one child; `undefined` is all of them. */
export function withChild({ child: _, ...rest }: ScheduleFilter, child: string | undefined): ScheduleFilter {
  return child === undefined ? rest : { ...rest, child }
}

/** Beyond these days the server has no month to show. */
function isInCalendar(day: string): boolean {
  return day >= '1970-01-01' && day <= '2199-12-31'
}
