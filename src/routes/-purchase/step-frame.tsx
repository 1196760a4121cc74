import type { ReactNode } from 'react'
import { FlowStep } from '#src/routes/-frame/flow-step.tsx'
import type { Flow } from './flow.ts'
import { RefusalNotice } from './refusal-notice.tsx'

type StepFrameProps = {
  flow: Flow
  title: ReactNode
  lead?: ReactNode
  /** There is a step before this one. */
  back?: boolean
  /** The way on. */
  next?: ReactNode
  children: ReactNode
}

export function StepFrame({ flow, back = false, ...rest }: StepFrameProps) {
  return (
    <FlowStep
      {...rest}
      heading={flow.heading}
      notice={<RefusalNotice flow={flow} />}
      busy={flow.isBusy}
      onBack={back ? () => flow.send({ type: 'step.back' }) : undefined}
    />
  )
}
