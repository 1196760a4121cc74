import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract, Payment } from '#contract/contracts.ts'
import { isExpected, isOverdue, unpaidAmountOf } from '#src/domain/payments.ts'
import { paymentStatusLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { BillButton } from '#src/routes/-shell/flow/bill-button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { PaymentOperations } from './payment-operations.tsx'

type PaymentScheduleListProps = { contract: Contract; contracts: readonly Contract[]; today: string }

/** The payment schedule on a phone: two lines per payment. */
export function PaymentScheduleList({ contract, contracts, today }: PaymentScheduleListProps) {
  const { t, i18n } = useLingui()
  const titleOf = usePaymentTitle()
  const [total, paid] = [formatMoney(contract.total, i18n.locale), formatMoney(contract.paid, i18n.locale)]
  return (
    <>
      <ul aria-label={t`График платежей`} className="divide-y divide-line-soft border-t border-line-soft">
        {contract.payments.map((payment) => (
          <li
            key={payment.uuid}
            className="flex flex-wrap items-center justify-between gap-x-base gap-y-xs px-base py-sm"
          >
            <div className="min-w-0 flex-1">
              <p className="font-medium tabular-nums">
                {titleOf(payment, contract.payments)}
                {separator}
                {formatMoney(payment.amount, i18n.locale)}
              </p>
              <p className={classNames('text-sm', isOverdue(payment, today) ? 'text-ink-error' : 'text-ink-muted')}>
                <PaymentOutcome payment={payment} today={today} />
              </p>
              {hasNotableOperations(payment) && (
                <PaymentOperations operations={payment.operations} contract={contract} contracts={contracts} />
              )}
            </div>
            {isExpected(payment) && (
              <BillButton
                compact
                contractId={contract.uuid}
                payment={{ ...payment, title: titleOf(payment, contract.payments) }}
              />
            )}
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-base border-t border-line px-base py-sm font-strong tabular-nums">
        <Trans>Всего по договору</Trans>
        <span className="text-right">
          <Trans>
            {paid} из {total}
          </Trans>
        </span>
      </p>
    </>
  )
}

/** A single receipt of the whole amount repeats the second line. */
function hasNotableOperations({ operations }: Payment): boolean {
  return operations.length > 1 || operations.some(({ kind }) => kind !== 'ReceivingDS')
}

function PaymentOutcome({ payment, today }: { payment: Payment; today: string }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { status, dueOn, paid, paidAt } = payment
  const [day, left, some] = [
    dates.day(dueOn),
    formatMoney(unpaidAmountOf(payment), i18n.locale),
    formatMoney(paid, i18n.locale),
  ]
  if (isOverdue(payment, today)) {
    return (
      <Trans>
        Долг {left}, срок был {day}
      </Trans>
    )
  }
  if (paidAt !== null) return <Trans>Оплачен {dates.day(dates.dayOf(paidAt))}</Trans>
  if (!isExpected(payment)) return i18n._(labelOf(paymentStatusLabels, status))
  return paid > 0 ? (
    <Trans>
      Внесено {some}, ещё {left} до {day}
    </Trans>
  ) : (
    <Trans>Заплатить до {day}</Trans>
  )
}
