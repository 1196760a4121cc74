import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FlowStep } from '#src/routes/-frame/flow-step.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import type { Flow } from './flow.ts'
import { RefusalNotice } from './refusal-notice.tsx'

/** A text link to a screen of ours. */
export const ScreenLink = createLink(TextLink)

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
