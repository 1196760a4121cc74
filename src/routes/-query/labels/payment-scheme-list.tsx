import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import type { PaymentPlan } from '#contract/enrolment/catalog.ts'
import type { PaymentScheme } from '#contract/enumerations.ts'
import { paymentSchemeLabels } from '#src/i18n/contract-labels.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/forms/button.tsx'

/** Short explanation of each payment scheme; the plan decides how many payments are left of a course under way. */
const schemeDescriptions: Record<PaymentScheme, (count: number) => MessageDescriptor> = {
  OnePayment: () => msg`Вся сумма сразу.`,
  StepByStep: (count) =>
    msg`${plural(count, { one: '# платёж до конца курса.', few: '# платежа до конца курса.', many: '# платежей до конца курса.', other: '# платежа до конца курса.' })}`,
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

type PaymentSchemeListProps = {
  label: string
  plans: readonly PaymentPlan[]
  /** The button that selects a scheme. */
  renderAction?: (plan: PaymentPlan, label: string) => ReactNode
}

/** The payment schemes of a group as rows: the sum of a month or the first payment, and all payments on demand. */
export function PaymentSchemeList({ label, plans, renderAction }: PaymentSchemeListProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line-soft">
      {plans.map((plan) => (
        <PaymentSchemeRow key={plan.paymentScheme} plan={plan} renderAction={renderAction} />
      ))}
    </ul>
  )
}

type PaymentSchemeRowProps = { plan: PaymentPlan; renderAction: PaymentSchemeListProps['renderAction'] }

function PaymentSchemeRow({ plan, renderAction }: PaymentSchemeRowProps) {
  const { t, i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const label = i18n._(labelOf(paymentSchemeLabels, plan.paymentScheme))
  const description = describeScheme(plan)
  const [first, ...others] = plan.instalments
  return (
    <li className="flex flex-wrap items-center gap-x-base gap-y-xxs py-xs">
      <div className="min-w-0 flex-1 basis-[152px]">
        <h3 className="font-medium">{label}</h3>
        {description && <p className="text-sm text-ink-muted">{i18n._(description)}</p>}
      </div>
      {first && (
        <p className="ml-auto shrink-0 text-right tabular-nums">
          <b className="block">{formatMoney(first.amount, i18n.locale)}</b>
          <span className="text-sm text-ink-muted">
            <FirstPayment plan={plan} />
          </span>
        </p>
      )}
      <div
        className={classNames(
          'flex items-center justify-between gap-xs max-md:basis-full',
          // The sums of all rows are one column, also of those without the button of the payments.
          renderAction === undefined ? 'md:w-[136px]' : 'md:w-[232px]',
        )}
      >
        {others.length > 0 && (
          <Button
            variant="quiet"
            size="small"
            aria-expanded={isOpen}
            aria-controls={panel}
            aria-label={t`Все платежи: ${label}`}
            onClick={() => setOpen(!isOpen)}
          >
            <Trans>Все платежи</Trans>
          </Button>
        )}
        <div className="ml-auto">{renderAction?.(plan, label)}</div>
      </div>
      <div id={panel} hidden={!isOpen} className="basis-full pb-xs">
        {isOpen && <PaymentPlanTable plan={plan} />}
      </div>
    </li>
  )
}

/** What the sum of a row is: that of a month, all, or the first payment. */
function FirstPayment({ plan: { paymentScheme, instalments } }: { plan: PaymentPlan }) {
  const dates = useDates()
  const [first] = instalments
  const until = first && dates.day(first.dueOn)
  if (paymentScheme === 'Recurent') return <Trans>в месяц</Trans>
  return instalments.length === 1 ? <Trans>до {until}</Trans> : <Trans>первый, до {until}</Trans>
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
