import type { ContractStatus, TransferObstacle } from '#contract/enumerations.ts'

/** How long a freed place is held for the first in the waiting list (D-40). */
export const placeHoldMs = 24 * 60 * 60_000

/** Why the status of a contract forbids a transfer. */
export type StatusObstacle = Extract<TransferObstacle, 'frozen' | 'terminating' | 'not-paid' | 'not-begun'>

export const transferObstacleByStatus: Partial<Record<ContractStatus, StatusObstacle>> = {
  Frozen: 'frozen',
  OnTermination: 'terminating',
  Termination: 'terminating',
  NotPaid: 'not-paid',
  Open: 'not-begun',
}
