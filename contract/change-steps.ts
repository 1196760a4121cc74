import type { ScheduleChangeSearch } from './screen-searches.ts'

/** Where in a change of group somebody is: the address says it, and the machine's states are called the same. */
export type ChangeStep =
  | 'choosingGroup'
  | 'choosingTerritory'
  | 'choosingNewGroup'
  | 'comparing'
  | 'confirming'
  | 'done'

/** The step that an address stands for. A place that is held leads to its group without a territory being chosen. */
export function changeStepOf({ contract, territory, group: chosen, step }: ScheduleChangeSearch): ChangeStep {
  if (contract === undefined) return 'choosingGroup'
  if (step === 'done') return 'done'
  if (chosen !== undefined) return step === 'confirm' ? 'confirming' : 'comparing'
  return territory === undefined ? 'choosingTerritory' : 'choosingNewGroup'
}
