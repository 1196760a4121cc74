import { territoryIn, travelMinutes } from '#contract/limits.ts'
import { isDeadline, type ScheduleEntry } from './schedule-entries.ts'

/** Too little travel time between two entries of a child, or an overlap of two of them: then `minutes` are negative. */
export type TightConnection = { minutes: number; other: ScheduleEntry; side: 'before' | 'after' }

/** The tightest gap of each entry that has one, by the entry's key. */
export type TightConnections = ReadonlyMap<string, TightConnection>

export function tightConnectionsOf(entries: readonly ScheduleEntry[]): TightConnections {
  const connections = new Map<string, TightConnection>()
  const keep = (entry: ScheduleEntry, connection: TightConnection) => {
    const known = connections.get(entry.key)
    if (known === undefined || connection.minutes < known.minutes) connections.set(entry.key, connection)
  }
  for (const own of groupByStudent(entries.filter(isAttended)).values()) {
    const ordered = own.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
    for (const [index, later] of ordered.entries()) {
      for (let at = index - 1; at >= 0; at -= 1) {
        const earlier = ordered[at] as ScheduleEntry
        const minutes = Math.floor((Date.parse(later.startsAt) - Date.parse(earlier.endsAt)) / 60_000)
        // Attended entries are shorter than half a day.
        if (Date.parse(later.startsAt) - Date.parse(earlier.startsAt) > halfDayMilliseconds) break
        if (minutes >= (isTravel(earlier, later) ? travelMinutes : 0)) continue
        keep(earlier, { minutes, other: later, side: 'after' })
        keep(later, { minutes, other: earlier, side: 'before' })
      }
    }
  }
  return connections
}

const halfDayMilliseconds = 43_200_000

/** Only lessons, exams and talks have hours at which the child must be present. */
function isAttended(entry: ScheduleEntry): boolean {
  const { state, allDay, category } = entry
  return state !== 'cancelled' && !allDay && category !== 'vacations' && !isDeadline(entry)
}

function isTravel({ place }: ScheduleEntry, { place: next }: ScheduleEntry): boolean {
  return place !== null && next !== null && territoryIn(place) !== territoryIn(next)
}

function groupByStudent(entries: readonly ScheduleEntry[]): Map<string, ScheduleEntry[]> {
  const own = new Map<string, ScheduleEntry[]>()
  for (const entry of entries) {
    for (const student of entry.students) {
      const known = own.get(student)
      if (known === undefined) own.set(student, [entry])
      else known.push(entry)
    }
  }
  return own
}
