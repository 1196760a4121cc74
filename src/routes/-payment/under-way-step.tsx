import { Trans } from '@lingui/react/macro'
import { checkoutsQuery } from '#src/api/contracts.ts'
import { isUnderWay } from '#src/domain/payments.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { AccountOwnerButton } from '#src/routes/-query/account-owner-only.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import type { StepProps } from './step-props.ts'

/** Another person is paying one of the instalments: who, since when, and what to do. */
export function UnderWayStep({ flow }: StepProps) {
  const dates = useDates()
  const wanted = flow.order?.lines.map(({ paymentUuid }) => paymentUuid) ?? []
  return (
    <FlowStep flow={flow} back title={<Trans>Этот платёж уже оплачивают</Trans>}>
      <QueryBoundary query={checkoutsQuery()} skeleton={<SkeletonBlock />}>
        {(checkouts) => {
          const other = checkouts.find(
            (checkout) => isUnderWay(checkout) && checkout.paymentUuids.some((uuid) => wanted.includes(uuid)),
          )
          const at = other && dates.dateTime(other.createdAt)
          return (
            <Card as="div">
              <p className="text-lg font-strong">
                {other?.payer ? (
                  <Trans>
                    Платит {other.payer}, с {at}
                  </Trans>
                ) : (
                  <Trans>Банк ещё не ответил по этой оплате</Trans>
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
        }}
      </QueryBoundary>
    </FlowStep>
  )
}
