import { lastsForDays, type ScheduleEntry } from './entries.ts'

/** What goes on at an instant, or begins next; nothing that was cancelled, and nothing that has no hour. */
export function nextOf(entries: readonly ScheduleEntry[], now: number): ScheduleEntry | null {
  const ahead = entries.filter(
    (entry) => entry.state !== 'cancelled' && !entry.allDay && !lastsForDays(entry) && Date.parse(entry.endsAt) > now,
  )
  return ahead.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))[0] ?? null
}
