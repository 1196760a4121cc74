import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { PaymentPlan } from '#contract/catalog.ts'
import type { PaymentScheme } from '#contract/enumerations.ts'
import { courseQuery } from '#src/api/catalog.ts'
import { paymentSchemeWords } from '#src/i18n/contract-words.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { OnlyThemselves, OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonTiles } from '#src/ui/skeleton-tiles.tsx'
import type { Flow, StepProps } from './flow.ts'
import { Plan } from './plan.tsx'
import { StepFrame } from './step-frame.tsx'

/** What a scheme means, in a line. */
const meanings: Record<PaymentScheme, MessageDescriptor> = {
  OnePayment: msg`Вся сумма сразу.`,
  StepByStep: msg`Четыре равные части в течение года.`,
  Recurent: msg`Понемногу каждый месяц.`,
  BankInstallmentPlan: msg`Первый взнос ваш, остальное переведёт банк.`,
  Combo: msg`Часть вносите вы, часть переводит фонд.`,
  MaternalCapital: msg`Всю сумму переводит фонд.`,
}

/** The third step: each way of paying with its plan, as it would be if bought today. */
export function Schemes({ flow }: StepProps) {
  const { course, group } = flow.place
  return (
    <StepFrame
      flow={flow}
      back
      title={<Trans>Как удобно платить?</Trans>}
      lead={<Trans>Сумма одна и та же, различаются сроки. Дальше вы ещё раз всё проверите.</Trans>}
    >
      <Loaded query={courseQuery(course)} skeleton={<SkeletonTiles />}>
        {({ groups }) => {
          const plans = groups.find(({ groupUuid }) => groupUuid === group)?.plans ?? []
          return plans.length === 0 ? (
            <NoScheme />
          ) : (
            <ul className="grid items-start gap-base md:grid-cols-2 xl:grid-cols-3">
              {plans.map((plan) => (
                <Scheme key={plan.paymentScheme} plan={plan} flow={flow} />
              ))}
            </ul>
          )
        }}
      </Loaded>
      <OnlyThemselves />
    </StepFrame>
  )
}

function Scheme({ plan, flow }: { plan: PaymentPlan; flow: Flow }) {
  const { t, i18n } = useLingui()
  const { paymentScheme: scheme } = plan
  const words = i18n._(wordsFor(paymentSchemeWords, scheme))
  return (
    <Card as="li" title={words} level={3}>
      <div className="flex flex-col gap-base">
        <p className="text-ink-muted">{i18n._(wordsFor(meanings, scheme))}</p>
        <Plan plan={plan} />
        <OwnButton
          wide
          disabled={flow.isBusy}
          aria-label={t`Выбрать оплату: ${words}`}
          onClick={() => flow.send({ type: 'scheme.choose', scheme })}
        >
          <Trans>Выбрать</Trans>
        </OwnButton>
      </div>
    </Card>
  )
}

function NoScheme() {
  return (
    <Card>
      <EmptyState icon="wallet" title={<Trans>Оплатить эту группу сейчас нельзя</Trans>}>
        <Trans>Вернитесь на шаг назад и выберите другую группу.</Trans>
      </EmptyState>
    </Card>
  )
}
