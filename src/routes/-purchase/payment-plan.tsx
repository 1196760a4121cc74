import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { PaymentPlan } from '#contract/catalog.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'

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
