import type { ScheduleChange } from '#contract/schedule.ts'

export type Change = Omit<ScheduleChange, 'studentUuid'> & { students: string[] }

const shown = 5

/** What still matters of what was changed: what is new, and what is ahead; siblings share one row. */
export function changesToTell(changes: readonly ScheduleChange[], now: number): Change[] {
  const told = new Map<string, Change>()
  for (const { studentUuid, ...change } of changes) {
    if (!change.isNew && Date.parse(change.endsAt) <= now) continue
    const known = told.get(change.itemUuid)
    if (known) known.students.push(studentUuid)
    else told.set(change.itemUuid, { ...change, students: [studentUuid] })
  }
  return [...told.values()].slice(0, shown)
}
