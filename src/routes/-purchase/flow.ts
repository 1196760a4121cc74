import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { purchaseMachine } from '#src/machines/purchase.ts'

/** What every step is handed: how the purchase stands, and the way to tell what the person does. */
export type Flow = SnapshotFrom<typeof purchaseMachine>['context'] & {
  /** Something is being asked for, or done: nothing else can be chosen meanwhile. */
  isBusy: boolean
  /** What is under way is this. */
  is: (state: 'arriving' | 'filling' | 'making' | 'givingUp') => boolean
  send: ActorRefFrom<typeof purchaseMachine>['send']
  /** Of the step: it takes the focus of what has gone. */
  heading: { ref: (element: HTMLElement | null) => void; focus: () => void }
}

export type StepProps = { flow: Flow }
