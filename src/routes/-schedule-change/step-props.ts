import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ViewerRoleGroup } from '#src/api/schedule.ts'
import type { scheduleChangeMachine } from '#src/machines/schedule-change.ts'
import type { StepFlow } from '#src/routes/-flow/steps/flow-step.tsx'

/** Props of every step: state of the transfer machine and its `send`. */
export type TransferFlow = SnapshotFrom<typeof scheduleChangeMachine>['context'] &
  StepFlow & {
    roleGroup: ViewerRoleGroup
    send: ActorRefFrom<typeof scheduleChangeMachine>['send']
  }

export type StepProps = { flow: TransferFlow }
