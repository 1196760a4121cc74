import type { Basket } from '#contract/enrolment/catalog.ts'
import type { PurchaseObstacle } from '#contract/enumerations.ts'

const resumableObstacles: ReadonlySet<PurchaseObstacle | null> = new Set([null, 'scheme-gone'])

/** Whether the purchase of a basket can continue. */
export function canResume({ obstacle }: Basket): boolean {
  return resumableObstacles.has(obstacle)
}
