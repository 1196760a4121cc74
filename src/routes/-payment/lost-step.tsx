import { Trans } from '@lingui/react/macro'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import type { StepProps } from './step-props.ts'

/** The link leads to a payment that does not exist or that another person made. */
export function LostStep({ flow }: StepProps) {
  return (
    <FlowStep flow={flow} title={<Trans>Оплата не найдена</Trans>}>
      <EmptyCard
        icon="search"
        title={<Trans>Среди ваших оплат такой нет</Trans>}
        action={
          <ButtonLink to="/contracts-and-payments" variant="primary">
            <Trans>К договорам и оплате</Trans>
          </ButtonLink>
        }
      >
        <Trans>Возможно, ссылка неполная или её прислал другой человек.</Trans>
      </EmptyCard>
    </FlowStep>
  )
}
