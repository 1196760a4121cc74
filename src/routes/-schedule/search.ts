import { type CalendarView, calendarViews, type ScheduleFilterKind, scheduleFilterKinds } from '#contract/enumerations.ts'
import { isDay } from '#src/i18n/dates.ts'

/** Search of the schedule (D-18): a missing day is today, a missing view is the month. */
export type ScheduleSearch = {
  view?: CalendarView
  date?: string
  filter?: { kind?: ScheduleFilterKind[]; child?: string }
  item?: string
}

export function readScheduleSearch({ view, date, filter, item }: Record<string, unknown>): ScheduleSearch {
  const knownView = calendarViews.find((known) => known === view)
  const { kind, child } = typeof filter === 'object' && filter !== null ? (filter as Record<string, unknown>) : {}
  const kinds = Array.isArray(kind) ? scheduleFilterKinds.filter((known) => kind.includes(known)) : []
  const narrowed = {
    ...(kinds.length > 0 ? { kind: kinds } : {}),
    ...(typeof child === 'string' ? { child } : {}),
  }
  return {
    ...(knownView === undefined ? {} : { view: knownView }),
    ...(isDay(date) ? { date } : {}),
    ...(Object.keys(narrowed).length > 0 ? { filter: narrowed } : {}),
    ...(typeof item === 'string' ? { item } : {}),
  }
}
