import type { CourseStudent } from './catalog.ts'
import type { PurchaseSearch } from './screen-searches.ts'

/** Where in a purchase somebody is: the address says it, and the machine's states are called the same. */
export type PurchaseStep = 'choosingChild' | 'choosingGroup' | 'choosingScheme' | 'reviewing' | 'done'

/** The step that an address stands for. A basket says by itself for whom it is, and of what. */
export function purchaseStepOf({ child, group, scheme, basket, contract }: PurchaseSearch): PurchaseStep {
  if (contract !== undefined) return 'done'
  if (basket !== undefined) return 'reviewing'
  if (child === undefined) return 'choosingChild'
  if (group === undefined) return 'choosingGroup'
  return scheme === undefined ? 'choosingScheme' : 'reviewing'
}

/** Whoever may be enrolled and is alone is not asked for whom it is; undefined where there is a choice, or nobody. */
export function onlyStudent([only, ...others]: readonly CourseStudent[]): string | undefined {
  return others.length === 0 && only?.obstacle === null ? only.studentUuid : undefined
}
