import type { ScheduleChange } from '#contract/schedule.ts'
import { type MergedScheduleChange, mergeScheduleChanges } from '#src/domain/schedule-changes.ts'

const maxChanges = 5

/** Changes that are unseen or in the future; siblings share one row. */
export function relevantChanges(changes: readonly ScheduleChange[], now: number): MergedScheduleChange[] {
  const mattering = changes.filter(({ isNew, endsAt }) => isNew || Date.parse(endsAt) > now)
  return [...mergeScheduleChanges(mattering).values()].slice(0, maxChanges)
}
