import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { type DuePayment, duePayments, groupOf, isSuspended, paymentSummaryOf } from '#src/domain/billing/payments.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { DueText, isCounted } from '#src/i18n/due-text.tsx'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ChargeText } from '#src/routes/-flow/payments/charge-text.tsx'
import { PayLink, searchOf, usePayableOnline } from '#src/routes/-flow/payments/pay-link.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Stat, StatList } from '#src/ui/data/list.tsx'
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'

/** The next payment, and the amounts of the contract: of one that ends early only what its lessons still cost. */
export function PaymentSummary({ contract, today }: { contract: Contract; today: string }) {
  const { t, i18n } = useLingui()
  const { total, paid } = contract
  const { left, overdue, next } = paymentSummaryOf([contract], today)
  const [paidWords, totalWords] = [formatMoney(paid, i18n.locale), formatMoney(total, i18n.locale)]
  // The whole price is not asked for any more: measured by it, what is paid would look like a debt.
  const isEnding = contract.termination !== undefined
  // The first payment is asked for, nothing is paid or owed: the price stands beside the ways to pay and in the schedule.
  const isUntouched =
    Boolean(next) && !isEnding && !isSuspended(contract) && paid === 0 && left === total && overdue.count === 0
  return (
    <Card title={t`Оплата`}>
      <div className="flex flex-col gap-lg">
        <NextPayment contract={contract} today={today} />
        {!isUntouched && (
          <StatList>
            {isEnding ? (
              <Stat label={t`Заплачено`} value={paidWords} isSecondary />
            ) : (
              <Stat label={t`Стоимость`} value={totalWords} isSecondary />
            )}
            {/* Before the first payment it would be the price once more. */}
            {(isEnding || isSuspended(contract) || paid > 0 || left !== total) && (
              <Stat
                label={isSuspended(contract) && left > 0 ? t`Приостановлено` : t`Осталось оплатить`}
                value={formatMoney(left, i18n.locale)}
                isSecondary
              />
            )}
            {overdue.count > 0 && (
              <Stat label={t`Долг`} value={formatMoney(overdue.sum, i18n.locale)} tone="error" isSecondary />
            )}
          </StatList>
        )}
        {!isEnding && !isUntouched && (
          <ProgressBar
            label={t`Оплачено`}
            value={paid}
            max={total}
            valueText={t`${paidWords} из ${totalWords}`}
            tone={paid >= total ? 'success' : 'info'}
          />
        )}
      </div>
    </Card>
  )
}

function NextPayment({ contract, today }: { contract: Contract; today: string }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const titleOf = usePaymentTitle()
  const { next, overdue, charged } = paymentSummaryOf([contract], today)
  const due = overdue.payments[0] ?? next?.payments[0] ?? charged[0]
  if (due === undefined) return null
  const { payment, left, isOverdue } = due
  const { charge } = payment
  const [sum, day] = [formatMoney(left, i18n.locale), dates.day(payment.dueOn)]
  const overdueSum = formatMoney(overdue.sum, i18n.locale)
  return (
    // Below the sum in every language, however long its sentence is.
    <div className="flex flex-col gap-base">
      <div className="min-w-0">
        <p className={classNames('text-2xl font-strong tabular-nums', isOverdue && !charge && 'text-ink-error')}>
          {charge ? (
            <>
              {sum} <ChargeText charge={charge} dates={dates} />
            </>
          ) : isOverdue ? (
            <Trans>
              Нужно было заплатить {sum} до {day}
            </Trans>
          ) : (
            <Trans>
              Заплатить {sum} до {day}
            </Trans>
          )}
        </p>
        <p className="text-ink-muted">
          {titleOf(payment, contract.payments)}
          {!charge && isCounted(payment.dueOn, today) && (
            <>
              , <DueText days={daysUntil(payment.dueOn, today)} />
            </>
          )}
        </p>
        {overdue.count > 1 && (
          <p className="text-ink-muted">
            <Trans>Весь долг по договору: {overdueSum}</Trans>
          </p>
        )}
      </div>
      <PayActions next={due} due={duePayments([contract], today)} isCharged={charge !== null} />
    </div>
  )
}

const BillDialog = lazyComponent('bill-dialog', () => import('./bill-dialog.tsx'), 'BillDialog')

/** `isCharged`: the card pays it, nothing has to be done. */
type PayActionsProps = { next: DuePayment; due: readonly DuePayment[]; isCharged: boolean }

/** Ways to pay: online, and the bill, which the address opens too. */
function PayActions({ next, due, isCharged }: PayActionsProps) {
  const { i18n } = useLingui()
  const { search, open, close } = useScreenSearch('contracts-and-payments-detail')
  const button = useRef<HTMLButtonElement>(null)
  const shown = due.find(({ payment }) => payment.uuid === search.pay)
  const isOnline = usePayableOnline([next]).length > 0
  const sum = formatMoney(groupOf(due).sum, i18n.locale)
  const { paid } = next.contract
  return (
    <div className="grid w-full grid-cols-[1fr_auto] gap-xs md:flex md:flex-wrap md:items-center print:hidden">
      {isOnline && <PayLink variant={isCharged ? 'secondary' : 'primary'} payments={[next]} isSumShown />}
      <Button
        ref={button}
        variant={isOnline ? 'secondary' : 'primary'}
        onClick={() => open({ pay: next.payment.uuid })}
        onPointerEnter={BillDialog.prefetch}
        onFocus={BillDialog.prefetch}
      >
        <Trans>Счёт</Trans>
      </Button>
      {isOnline && due.length > 1 && (
        <p className="max-md:col-span-2 md:ml-xs">
          <ScreenLink to="/payment" search={searchOf(due)}>
            {paid === 0 ? <Trans>Оплатить всё сразу: {sum}</Trans> : <Trans>Оплатить весь остаток: {sum}</Trans>}
          </ScreenLink>
        </p>
      )}
      {shown && (
        <BillDialog
          due={shown}
          onClose={() => close({ pay: undefined })}
          onOpenerGone={() => button.current?.focus()}
        />
      )}
    </div>
  )
}
