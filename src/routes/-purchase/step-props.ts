import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { purchaseMachine } from '#src/machines/purchase.ts'
import type { StepFlow } from '#src/routes/-flow/steps/flow-step.tsx'

/** Props of every step: state of the purchase machine and its `send`. */
export type PurchaseFlow = SnapshotFrom<typeof purchaseMachine>['context'] &
  StepFlow & {
    /** Whether the machine is in a state. */
    is: (state: 'validatingLocation' | 'filling' | 'making' | 'givingUp') => boolean
    send: ActorRefFrom<typeof purchaseMachine>['send']
    /** False for the 2035 programme, where everything but the contract is already decided. */
    isOnSale: boolean
  }

export type StepProps = { flow: PurchaseFlow }
