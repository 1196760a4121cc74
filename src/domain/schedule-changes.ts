import type { ScheduleChange } from '#contract/learning/schedule.ts'
import type { Dates } from '#src/i18n/dates.ts'

/** A change, merged over the children it concerns. */
export type MergedScheduleChange = Omit<ScheduleChange, 'studentUuid'> & { students: string[] }

/** The latest change by uuid of the entry. */
export type ScheduleChangesByItem = ReadonlyMap<string, MergedScheduleChange>

export function mergeScheduleChanges(list: readonly ScheduleChange[]): ScheduleChangesByItem {
  const changes = new Map<string, MergedScheduleChange>()
  for (const { studentUuid, ...change } of list) {
    const known = changes.get(change.itemUuid)
    if (known === undefined) changes.set(change.itemUuid, { ...change, students: [studentUuid] })
    else if (!known.students.includes(studentUuid)) known.students.push(studentUuid)
  }
  return changes
}

const maxChanges = 3

/**
 * Changes of what is ahead, siblings in one row, the new ones first, and the number of new ones after them; without those
 * of the entries `elsewhere`, whose state the page shows anyway.
 */
export function relevantChanges(
  changes: readonly ScheduleChange[],
  now: number,
  elsewhere: ReadonlySet<string> = new Set(),
): { shown: MergedScheduleChange[]; moreNew: number } {
  const ahead = changes.filter(({ endsAt, itemUuid }) => Date.parse(endsAt) > now && !elsewhere.has(itemUuid))
  const merged = [...mergeScheduleChanges(ahead).values()].toSorted((one, other) => +other.isNew - +one.isNew)
  return { shown: merged.slice(0, maxChanges), moreNew: merged.slice(maxChanges).filter(({ isNew }) => isNew).length }
}

/** Unseen changes, and the instant to mark them as seen at. */
export function unseenChanges(changes: ScheduleChangesByItem): { fresh: MergedScheduleChange[]; at: string } | null {
  const fresh = [...changes.values()].filter(({ isNew }) => isNew)
  if (fresh.length === 0) return null
  const at = Math.max(...fresh.map(({ changedAt }) => Date.parse(changedAt)))
  return { fresh, at: new Date(at).toISOString() }
}

/**
 * Where an item was before: its previous time, with the day if that was another; or, if it has moved by a few days to the same
 * time, only the previous day (YYYY-MM-DD), whose weekday says enough. Null if it has not moved.
 */
export function movedFrom(
  { was, startsAt }: Pick<ScheduleChange, 'was' | 'startsAt'>,
  dates: Dates,
): { time: string } | { day: string } | null {
  if (was === null || was.startsAt === startsAt) return null
  const [before, after] = [dates.dayOf(was.startsAt), dates.dayOf(startsAt)]
  const time = dates.time(was.startsAt)
  if (before === after) return { time }
  if (time !== dates.time(startsAt))
    return { time: `${isNear(was, startsAt) ? dates.weekdayShort(before) : dates.dayShort(before)} ${time}` }
  return isNear(was, startsAt) ? { day: before } : { time: dates.dayShort(before) }
}

/** Within less than six days, in which no weekday comes twice. */
function isNear(was: NonNullable<ScheduleChange['was']>, startsAt: string): boolean {
  return Math.abs(Date.parse(was.startsAt) - Date.parse(startsAt)) / millisecondsPerDay < 6
}

const millisecondsPerDay = 86_400_000
