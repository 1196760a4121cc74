import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { purchaseMachine } from '#src/machines/purchase.ts'
import type { StepHeading } from '#src/routes/-frame/flow-step.tsx'

/** What every step is handed: how the purchase stands, and the way to tell what the person does. */
export type Flow = SnapshotFrom<typeof purchaseMachine>['context'] & {
  /** Something is being asked for, or done: nothing else can be chosen meanwhile. */
  isBusy: boolean
  /** What is under way is this. */
  is: (state: 'arriving' | 'filling' | 'making' | 'givingUp') => boolean
  send: ActorRefFrom<typeof purchaseMachine>['send']
  /** Not what is had by enrolment alone (the 2035 programme): there, all but the contract is decided. */
  isOnSale: boolean
  heading: StepHeading
}

export type StepProps = { flow: Flow }
