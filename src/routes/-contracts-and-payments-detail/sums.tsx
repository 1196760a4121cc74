import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/contracts.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { DueWords } from '#src/i18n/due-words.tsx'
import { formatMoney } from '#src/i18n/money.ts'
import { usePaymentTitle } from '#src/i18n/payment-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { duePayments, summaryOf } from '#src/school/payments.ts'
import { Card } from '#src/ui/card.tsx'
import { Figure, Figures } from '#src/ui/figure.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { ForecastLine } from './forecast-line.tsx'
import { PayActions } from './requisites.tsx'

/** What was paid of the contract, what is left, what comes next and how to pay it. */
export function Sums({ contract, today }: { contract: Contract; today: string }) {
  const { t, i18n } = useLingui()
  const { total, paid } = contract
  const { left, overdue } = summaryOf([contract], today)
  const [paidWords, totalWords] = [formatMoney(paid, i18n.locale), formatMoney(total, i18n.locale)]
  return (
    <Card title={t`Оплата`}>
      <div className="flex flex-col gap-lg">
        <Figures>
          <Figure label={t`Стоимость`} value={totalWords} />
          <Figure label={t`Осталось оплатить`} value={formatMoney(left, i18n.locale)} />
          {overdue.count > 0 && <Figure label={t`Долг`} value={formatMoney(overdue.sum, i18n.locale)} tone="error" />}
        </Figures>
        <ProgressBar
          label={t`Оплачено`}
          value={paid}
          max={total}
          valueText={t`${paidWords} из ${totalWords}`}
          tone={paid >= total ? 'success' : 'accent'}
        />
        <NextLine contract={contract} today={today} />
        <ForecastLine contract={contract} today={today} />
      </div>
    </Card>
  )
}

function NextLine({ contract, today }: { contract: Contract; today: string }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const titleOf = usePaymentTitle()
  const { next, overdue } = summaryOf([contract], today)
  if (next === null) return null
  const { payment, left, isOverdue } = next
  const [sum, day] = [formatMoney(left, i18n.locale), dates.day(payment.dueOn)]
  const overdueSum = formatMoney(overdue.sum, i18n.locale)
  return (
    <Notice
      tone={isOverdue ? 'error' : 'info'}
      title={
        isOverdue ? (
          <Trans>
            Нужно было заплатить {sum} до {day}
          </Trans>
        ) : (
          <Trans>
            Заплатить {sum} до {day}
          </Trans>
        )
      }
    >
      <p>
        {titleOf(payment, contract.payments)}, <DueWords days={daysUntil(payment.dueOn, today)} />
      </p>
      {overdue.count > 1 && (
        <p>
          <Trans>Весь долг по договору: {overdueSum}</Trans>
        </p>
      )}
      <div className="mt-sm">
        <PayActions next={next} due={duePayments([contract], today)} />
      </div>
    </Notice>
  )
}
