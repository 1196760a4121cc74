import { Trans, useLingui } from '@lingui/react/macro'
import { courseQuery } from '#src/api/catalog.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import type { CourseGroup } from '#src/routes/-query/labels/course-group-facts.tsx'
import { PaymentSchemeList } from '#src/routes/-query/labels/payment-scheme-list.tsx'
import { PriceNote } from '#src/routes/-query/labels/price-note.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import type { PurchaseFlow, StepProps } from './step-props.ts'

/** Step 3: selects a payment scheme; shows the plan of each as of today. */
export function PaymentSchemeStep({ flow }: StepProps) {
  const { course, group } = flow.location
  return (
    <FlowStep
      flow={flow}
      back
      title={<Trans>Как удобно платить?</Trans>}
      lead={<Trans>Сумма одна и та же, различаются сроки. Дальше вы ещё раз всё проверите.</Trans>}
    >
      <QueryBoundary query={courseQuery(course)} skeleton={<SkeletonBlock size="large" />}>
        {({ groups }) => {
          const chosen = groups.find(({ groupUuid }) => groupUuid === group)
          return chosen === undefined || chosen.plans.length === 0 ? (
            <NoScheme />
          ) : (
            <PaymentSchemes group={chosen} flow={flow} />
          )
        }}
      </QueryBoundary>
      <AccountOwnerOnly />
    </FlowStep>
  )
}

function PaymentSchemes({ group, flow }: { group: CourseGroup; flow: PurchaseFlow }) {
  const { t, i18n } = useLingui()
  return (
    <Card as="div">
      <p className="text-xl font-strong tabular-nums">{formatMoney(group.price, i18n.locale)}</p>
      <PriceNote group={group} />
      <div className="mt-xs">
        <PaymentSchemeList
          label={t`Способы оплаты`}
          plans={group.plans}
          renderAction={({ paymentScheme: scheme }, label) => (
            <AccountOwnerButton
              disabled={flow.isBusy}
              aria-label={t`Выбрать оплату: ${label}`}
              onClick={() => flow.send({ type: 'scheme.choose', scheme })}
            >
              <Trans>Выбрать</Trans>
            </AccountOwnerButton>
          )}
        />
      </div>
    </Card>
  )
}

function NoScheme() {
  return (
    <EmptyCard icon="wallet" title={<Trans>Оплатить эту группу сейчас нельзя</Trans>}>
      <Trans>Вернитесь на шаг назад и выберите другую группу.</Trans>
    </EmptyCard>
  )
}
