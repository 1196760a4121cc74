import { Trans } from '@lingui/react/macro'
import { AskSchool } from '#src/routes/-flow/account/ask-school.tsx'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import type { StepProps } from './step-props.ts'

/** Shown instead of the steps for a child whom this guardian may not enrol any more. `onChoose`: there are others. */
export function ChildClosed({ flow, onChoose }: StepProps & { onChoose: (() => void) | null }) {
  return (
    <FlowStep flow={flow} title={<Trans>Запись этого ребёнка для вас не открыта</Trans>}>
      <EmptyCard
        icon="lock"
        title={<Trans>Договора пока нет</Trans>}
        action={
          onChoose && (
            <Button variant="primary" onClick={onChoose}>
              <Trans>Выбрать другого ребёнка</Trans>
            </Button>
          )
        }
      >
        <p>
          <Trans>Что видит и делает каждый родитель, решает школа.</Trans>
        </p>
        <AskSchool why={<Trans>Если нужно записать и этого ребёнка</Trans>} />
      </EmptyCard>
    </FlowStep>
  )
}
