import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { paymentMachine } from '#src/machines/payment.ts'
import type { StepFlow } from '#src/routes/-flow/steps/flow-step.tsx'

/** Props of every step: state of the payment machine and its `send`. */
export type PaymentFlow = SnapshotFrom<typeof paymentMachine>['context'] &
  StepFlow & {
    is: (state: SnapshotFrom<typeof paymentMachine>['value']) => boolean
    send: ActorRefFrom<typeof paymentMachine>['send']
  }

export type StepProps = { flow: PaymentFlow }
