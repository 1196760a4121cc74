import type { PurchaseObstacle } from '#contract/enumerations.ts'
import { refuse } from '#server/refusal.ts'

/** For a place one can wait, so that a full group is told apart from what can never be (D-40). */
export function refuseObstacle(obstacle: PurchaseObstacle | null | undefined): void {
  if (obstacle === 'full') refuse('no-place-left', 'The group is full')
  if (obstacle) refuse('purchase-refused', `The group cannot be bought for this student: ${obstacle}`)
}
