import type { ScheduleChange } from '#contract/schedule.ts'
import { type Change, changesOf } from '#src/school/changes.ts'

const shown = 5

/** What still matters of what was changed: what is new, and what is ahead; siblings share one row. */
export function changesToTell(changes: readonly ScheduleChange[], now: number): Change[] {
  const mattering = changes.filter(({ isNew, endsAt }) => isNew || Date.parse(endsAt) > now)
  return [...changesOf(mattering).values()].slice(0, shown)
}
