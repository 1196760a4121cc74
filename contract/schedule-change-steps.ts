import type { ScheduleChangeSearch } from './screen-search.ts'

/** Steps of a transfer. The URL holds the step; the states of the machine have the same names. */
export type ScheduleChangeStep =
  | 'choosingGroup'
  | 'choosingTerritory'
  | 'choosingNewGroup'
  | 'comparing'
  | 'confirming'
  | 'done'

/** The step of a URL. The link of a held place has a group without a territory. */
export function scheduleChangeStepOf({
  contract,
  territory,
  group: chosen,
  step,
}: ScheduleChangeSearch): ScheduleChangeStep {
  if (contract === undefined) return 'choosingGroup'
  if (step === 'done') return 'done'
  if (chosen !== undefined) return step === 'confirm' ? 'confirming' : 'comparing'
  return territory === undefined ? 'choosingTerritory' : 'choosingNewGroup'
}
