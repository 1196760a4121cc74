import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ScheduleGroup } from '#src/api/schedule.ts'
import type { scheduleChangeMachine } from '#src/machines/schedule-change.ts'
import type { StepHeading } from '#src/routes/-frame/flow-step.tsx'

/** What every step is handed: how the change stands, and the way to tell what the person does. */
export type Flow = SnapshotFrom<typeof scheduleChangeMachine>['context'] & {
  family: ScheduleGroup
  /** Something is being asked for, or done: nothing else can be chosen meanwhile. */
  isBusy: boolean
  send: ActorRefFrom<typeof scheduleChangeMachine>['send']
  heading: StepHeading
}

export type StepProps = { flow: Flow }
