import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CheckoutSummary } from '#contract/billing/checkouts.ts'
import { checkoutsQuery } from '#src/api/contracts.ts'
import { isUnderWay } from '#src/domain/billing/payments.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { AccountOwnerButton } from '#src/routes/-query/account-owner-only.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import type { StepProps } from './step-props.ts'

/** Another person, or a saved card, is paying one of the instalments: who, since when, and what to do. */
export function UnderWayStep({ flow }: StepProps) {
  const result = useQuery(checkoutsQuery())
  const wanted = flow.order?.lines.map(({ paymentUuid }) => paymentUuid) ?? []
  const other = result.data?.find(
    (checkout) =>
      (checkout.payer !== null || checkout.isAutomatic) &&
      isUnderWay(checkout) &&
      checkout.paymentUuids.some((uuid) => wanted.includes(uuid)),
  )
  // A list from before the refusal does not know the other payment.
  const isKnown = result.isSuccess && (result.isFetchedAfterMount || !result.isFetching)
  const hasEnded = isKnown && other === undefined
  return (
    <FlowStep
      flow={flow}
      back={!hasEnded}
      title={hasEnded ? <Trans>Другая оплата уже закончилась</Trans> : <Trans>Этот платёж уже оплачивают</Trans>}
    >
      <QueryState result={result} skeleton={<SkeletonBlock />}>
        {() => {
          if (other) return <OtherPayment flow={flow} other={other} />
          return hasEnded ? <OtherEnded flow={flow} /> : <SkeletonBlock />
        }}
      </QueryState>
    </FlowStep>
  )
}

function OtherPayment({ flow, other: { payer, isAutomatic, createdAt } }: StepProps & { other: CheckoutSummary }) {
  const dates = useDates()
  const at = dates.dateTime(createdAt)
  return (
    <Card as="div">
      <p className="text-lg font-strong">
        {isAutomatic ? (
          <Trans>Автоплатёж списывается с карты, с {at}</Trans>
        ) : (
          <Trans>
            Платит {payer}, с {at}
          </Trans>
        )}
      </p>
      <p className="mt-xxs text-ink-muted">
        <Trans>Обычно это занимает несколько минут. Если придут оба платежа, лишний мы вернём.</Trans>
      </p>
      <div className="mt-base flex flex-wrap gap-xs max-md:flex-col">
        <ButtonLink to="/contracts-and-payments" variant="primary">
          <Trans>Подождать</Trans>
        </ButtonLink>
        <AccountOwnerButton onClick={() => flow.send({ type: 'checkout.insist' })}>
          <Trans>Всё равно заплатить</Trans>
        </AccountOwnerButton>
      </div>
    </Card>
  )
}

function OtherEnded({ flow }: StepProps) {
  return (
    <Card as="div">
      <p>
        <Trans>Посмотрите, что осталось заплатить.</Trans>
      </p>
      <div className="mt-base flex max-md:flex-col">
        <Button variant="primary" onClick={() => flow.send({ type: 'step.back' })}>
          <Trans>Продолжить</Trans>
        </Button>
      </div>
    </Card>
  )
}
