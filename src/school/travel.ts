import { territoryIn, travelMinutes } from '#contract/travel.ts'
import type { ScheduleEntry } from './entries.ts'

/** Too little time between two places of one child's day; below zero the child would have to be at both at once. */
export type Hurry = { minutes: number; other: ScheduleEntry; side: 'before' | 'after' }

/** The tightest gap of each entry that has one, by the entry's key. */
export type Hurries = ReadonlyMap<string, Hurry>

export function hurriesOf(entries: readonly ScheduleEntry[]): Hurries {
  const hurries = new Map<string, Hurry>()
  const keep = (entry: ScheduleEntry, hurry: Hurry) => {
    const known = hurries.get(entry.key)
    if (known === undefined || hurry.minutes < known.minutes) hurries.set(entry.key, hurry)
  }
  for (const own of byStudent(entries.filter(isAtPlace)).values()) {
    const ordered = own.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
    for (const [index, later] of ordered.entries()) {
      for (let at = index - 1; at >= 0; at -= 1) {
        const earlier = ordered[at] as ScheduleEntry
        const minutes = Math.floor((Date.parse(later.startsAt) - Date.parse(earlier.endsAt)) / 60_000)
        // Nothing at a place lasts for days: what began half a day before is over.
        if (Date.parse(later.startsAt) - Date.parse(earlier.startsAt) > halfADay) break
        if (minutes >= travelMinutes || territoryIn(earlier.place) === territoryIn(later.place)) continue
        keep(earlier, { minutes, other: later, side: 'after' })
        keep(later, { minutes, other: earlier, side: 'before' })
      }
    }
  }
  return hurries
}

const halfADay = 43_200_000

function isAtPlace({ place, state, allDay, category }: ScheduleEntry): boolean {
  return place !== null && state !== 'cancelled' && !allDay && category !== 'vacations'
}

function byStudent(entries: readonly ScheduleEntry[]): Map<string, ScheduleEntry[]> {
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
