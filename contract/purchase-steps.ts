import type { CourseStudent } from './catalog.ts'
import type { PurchaseSearch } from './screen-search.ts'

/** Steps of a purchase. The URL holds the step; the states of the machine have the same names. */
export type PurchaseStep = 'choosingChild' | 'choosingGroup' | 'choosingScheme' | 'reviewing' | 'done'

/** The step of a URL. A basket determines its student and group. */
export function purchaseStepOf({ child, group, scheme, basket, contract }: PurchaseSearch): PurchaseStep {
  if (contract !== undefined) return 'done'
  if (basket !== undefined) return 'reviewing'
  if (child === undefined) return 'choosingChild'
  if (group === undefined) return 'choosingGroup'
  return scheme === undefined ? 'choosingScheme' : 'reviewing'
}

/** The only student, who is preselected; undefined for none or several. */
export function singleStudentOf([only, ...others]: readonly CourseStudent[]): string | undefined {
  return others.length === 0 && only?.obstacle === null ? only.studentUuid : undefined
}
