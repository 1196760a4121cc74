import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { PaymentPlan } from '#contract/enrolment/catalog.ts'
import type { PaymentScheme } from '#contract/enumerations.ts'
import { courseQuery } from '#src/api/catalog.ts'
import { paymentSchemeLabels } from '#src/i18n/contract-labels.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { FullPriceNote } from '#src/routes/-query/labels/full-price-note.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTiles } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import type { PurchaseFlow, StepProps } from './step-props.ts'

/** Short explanation of each payment scheme; the plan decides how many payments are left of a course under way. */
const schemeDescriptions: Record<PaymentScheme, (count: number) => MessageDescriptor> = {
  OnePayment: () => msg`Вся сумма сразу.`,
  StepByStep: (count) =>
    msg`${plural(count, { one: '# платёж до конца курса.', few: '# равных платежа до конца курса.', many: '# равных платежей до конца курса.', other: '# равных платежа до конца курса.' })}`,
  Recurent: (count) =>
    msg`${plural(count, { one: '# платёж до конца курса.', few: '# платежа, каждый месяц по одному.', many: '# платежей, каждый месяц по одному.', other: '# платежа, каждый месяц по одному.' })}`,
  BankInstallmentPlan: () => msg`Первый взнос ваш, остальное переведёт банк.`,
  Combo: () => msg`Часть вносите вы, часть переводит фонд.`,
  MaternalCapital: () => msg`Всю сумму переводит фонд.`,
}

/** A scheme that this release does not know has no explanation. */
function describeScheme({ paymentScheme, instalments }: PaymentPlan): MessageDescriptor | undefined {
  return Object.hasOwn(schemeDescriptions, paymentScheme)
    ? schemeDescriptions[paymentScheme](instalments.length)
    : undefined
}

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
      <QueryBoundary query={courseQuery(course)} skeleton={<SkeletonTiles />}>
        {({ groups }) => {
          const chosen = groups.find(({ groupUuid }) => groupUuid === group)
          return chosen === undefined || chosen.plans.length === 0 ? (
            <NoScheme />
          ) : (
            <div className="flex flex-col gap-base">
              <FullPriceNote lessons={chosen.lessons} />
              <ul className="grid items-start gap-base md:grid-cols-2 xl:grid-cols-3">
                {chosen.plans.map((plan) => (
                  <PaymentSchemeCard key={plan.paymentScheme} plan={plan} flow={flow} />
                ))}
              </ul>
            </div>
          )
        }}
      </QueryBoundary>
      <AccountOwnerOnly />
    </FlowStep>
  )
}

function PaymentSchemeCard({ plan, flow }: { plan: PaymentPlan; flow: PurchaseFlow }) {
  const { t, i18n } = useLingui()
  const { paymentScheme: scheme } = plan
  const label = i18n._(labelOf(paymentSchemeLabels, scheme))
  const description = describeScheme(plan)
  return (
    <Card as="li" title={label} level={3}>
      <div className="flex flex-col gap-base">
        {description && <p className="text-ink-muted">{i18n._(description)}</p>}
        <PaymentPlanTable plan={plan} />
        <AccountOwnerButton
          wide
          disabled={flow.isBusy}
          aria-label={t`Выбрать оплату: ${label}`}
          onClick={() => flow.send({ type: 'scheme.choose', scheme })}
        >
          <Trans>Выбрать</Trans>
        </AccountOwnerButton>
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

/** Instalments of a payment plan and their total. */
export function PaymentPlanTable({ plan: { instalments } }: { plan: PaymentPlan }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const titleOf = usePaymentTitle()
  const total = instalments.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <dl className="flex flex-col">
      {instalments.map((instalment) => {
        const { dueOn, amount } = instalment
        return (
          <div key={`${dueOn} ${instalment.title}`} className="flex gap-base border-b border-line-soft py-xs">
            <dt className="min-w-0 flex-1">
              {titleOf(instalment, instalments)}
              <span className="block text-sm text-ink-muted">
                <Trans>до {dates.dayWithYear(dueOn)}</Trans>
              </span>
            </dt>
            <dd className="whitespace-nowrap tabular-nums">{formatMoney(amount, i18n.locale)}</dd>
          </div>
        )
      })}
      <div className="flex justify-between gap-base pt-xs font-strong">
        <dt>
          <Trans>Всего</Trans>
        </dt>
        <dd className="tabular-nums">{formatMoney(total, i18n.locale)}</dd>
      </div>
    </dl>
  )
}
