import type { ScheduleChange } from '#contract/schedule.ts'
import type { Dates } from '#src/i18n/dates.ts'

/** A change once, however many children it concerns. */
export type Change = Omit<ScheduleChange, 'studentUuid'> & { students: string[] }

/** By the uuid of what was changed: the latest of it. */
export type Changes = ReadonlyMap<string, Change>

export function changesOf(list: readonly ScheduleChange[]): Changes {
  const changes = new Map<string, Change>()
  for (const { studentUuid, ...change } of list) {
    const known = changes.get(change.itemUuid)
    if (known === undefined) changes.set(change.itemUuid, { ...change, students: [studentUuid] })
    else if (!known.students.includes(studentUuid)) known.students.push(studentUuid)
  }
  return changes
}

/** What the person has not seen, and the instant as of which they will have. */
export function newsOf(changes: Changes): { fresh: Change[]; at: string } | null {
  const fresh = [...changes.values()].filter(({ isNew }) => isNew)
  if (fresh.length === 0) return null
  const at = Math.max(...fresh.map(({ changedAt }) => Date.parse(changedAt)))
  return { fresh, at: new Date(at).toISOString() }
}

/** When it was to be, as short as it is told from the new time: the hour, or the day with it. */
export function wasWords({ was, startsAt }: Pick<ScheduleChange, 'was' | 'startsAt'>, dates: Dates): string | null {
  if (was === null || was.startsAt === startsAt) return null
  const [before, after] = [dates.dayOf(was.startsAt), dates.dayOf(startsAt)]
  const time = dates.time(was.startsAt)
  if (before === after) return time
  const days = Math.abs(Date.parse(was.startsAt) - Date.parse(startsAt)) / dayLength
  return `${days < 6 ? dates.weekdayShort(before) : dates.dayShort(before)} ${time}`
}

const dayLength = 86_400_000
