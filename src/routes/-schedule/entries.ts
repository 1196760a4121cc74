import type { ScheduleItem } from '#contract/schedule.ts'
import { kindOf } from './kinds.ts'
import type { ScheduleFilter } from './search.ts'

/** What stands in the calendar once, however many children it concerns. */
export type ScheduleEntry = Omit<ScheduleItem, 'uuid' | 'studentUuid'> & { key: string; students: string[] }

/** Siblings in one group share its lessons, and children of different branches the vacations of the same days. */
export function entriesOf(items: readonly ScheduleItem[]): ScheduleEntry[] {
  const entries = new Map<string, ScheduleEntry>()
  for (const { uuid, studentUuid, ...item } of items) {
    const identity = item.category === 'vacations' ? `${item.title} ${item.startsAt} ${item.endsAt}` : uuid
    const entry = entries.get(identity)
    if (entry === undefined) entries.set(identity, { ...item, key: uuid, students: [studentUuid] })
    else if (!entry.students.includes(studentUuid)) entry.students.push(studentUuid)
  }
  return [...entries.values()]
}

export function filtered(entries: readonly ScheduleEntry[], { kind, child }: ScheduleFilter): readonly ScheduleEntry[] {
  if (kind === undefined && child === undefined) return entries
  return entries.filter((entry) => {
    const own = kindOf(entry)
    return (
      (kind === undefined || (own !== null && kind.includes(own))) &&
      (child === undefined || entry.students.includes(child))
    )
  })
}
