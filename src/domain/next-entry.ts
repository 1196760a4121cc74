import { isMultiDay, type ScheduleEntry } from './schedule-entries.ts'

/** The ongoing or next entry; cancelled and all-day entries are skipped. */
export function nextEntryOf(entries: readonly ScheduleEntry[], now: number): ScheduleEntry | null {
  const ahead = entries.filter(
    (entry) => entry.state !== 'cancelled' && !entry.allDay && !isMultiDay(entry) && Date.parse(entry.endsAt) > now,
  )
  return ahead.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))[0] ?? null
}
