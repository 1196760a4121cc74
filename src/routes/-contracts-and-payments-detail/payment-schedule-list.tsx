import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import type { Payment } from '#contract/enrolment/contracts.ts'
import { isExpected, isPaymentOverdue } from '#src/domain/billing/payments.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { BillButton } from '#src/routes/-flow/documents/bill-button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { currentRowIf } from '#src/ui/data/current-row.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { hasNotableOperations, isShownByRow, PaymentOperations, PaymentReceipts } from './payment-operations.tsx'
import { PaymentOutcome, useNotToPay } from './payment-outcome.tsx'
import {
  CalledOffCount,
  ClosedCount,
  foldedPaymentsOf,
  isAmong,
  type PaymentScheduleProps,
  scheduleRowsOf,
} from './schedule-rows.tsx'

const route = getRouteApi('/contracts-and-payments/$id')

/** The payment schedule where its table is too wide: two lines per payment. */
export function PaymentScheduleList({ contract, contracts, today }: PaymentScheduleProps) {
  const { t, i18n } = useLingui()
  const notToPay = useNotToPay(contract)
  const [total, paid] = [formatMoney(contract.total, i18n.locale), formatMoney(contract.paid, i18n.locale)]
  const rows = scheduleRowsOf(contract)
  const folded = foldedPaymentsOf(rows)
  return (
    <>
      {folded.length > 0 && (
        <ClosedPayments payments={folded} contract={contract} contracts={contracts} today={today} />
      )}
      <ul aria-label={t`График платежей`} className="divide-y divide-line-soft border-t border-line-soft empty:hidden">
        {rows.map((row) =>
          row.payment !== null && folded.includes(row.payment) ? null : row.payment === null ? (
            <li key={row.key} className="px-base md:px-lg py-xs">
              <p className="font-medium">
                <CalledOffCount count={row.calledOff.length} />
              </p>
              <p className="text-sm text-ink-muted">{notToPay}</p>
            </li>
          ) : (
            <ScheduleItem key={row.key} payment={row.payment} contract={contract} contracts={contracts} today={today} />
          ),
        )}
      </ul>
      <p className="flex justify-between gap-base border-t border-line px-base md:px-lg py-sm font-strong tabular-nums">
        {contract.termination ? <Trans>Оплачено по договору</Trans> : <Trans>Оплачено</Trans>}
        <span className="text-right">
          {contract.termination ? (
            paid
          ) : (
            <Trans>
              {paid} из {total}
            </Trans>
          )}
        </span>
      </p>
    </>
  )
}

type ClosedPaymentsProps = PaymentScheduleProps & { payments: readonly Payment[] }

function ClosedPayments({ payments, ...rest }: ClosedPaymentsProps) {
  const { t } = useLingui()
  const { operation: shown } = route.useSearch()
  return (
    <div className="border-t border-line-soft px-base md:px-lg py-xs">
      <Disclosure isOpen={isAmong(payments, shown)} summary={<ClosedCount count={payments.length} />}>
        <ul aria-label={t`Оплаченные платежи`} className="-mx-base md:-mx-lg divide-y divide-line-soft">
          {payments.map((payment) => (
            <ScheduleItem key={payment.uuid} payment={payment} {...rest} />
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}

type ScheduleItemProps = PaymentScheduleProps & { payment: Payment }

function ScheduleItem({ payment, contract, contracts, today }: ScheduleItemProps) {
  const { i18n } = useLingui()
  const titleOf = usePaymentTitle()
  const { operation: shown } = route.useSearch()
  return (
    <li
      {...currentRowIf(isShownByRow(payment, shown))}
      className="flex min-h-[56px] flex-wrap items-center justify-between gap-x-base gap-y-xs px-base md:px-lg py-xs aria-[current]:bg-surface-info"
    >
      <div className="min-w-0 flex-1 basis-[144px]">
        <p className="font-medium tabular-nums">
          {titleOf(payment, contract.payments)}
          {separator}
          {formatMoney(payment.amount, i18n.locale)}
        </p>
        <p
          className={classNames(
            'text-sm first-letter:uppercase',
            isPaymentOverdue(payment, today) && payment.charge === null ? 'text-ink-error' : 'text-ink-muted',
          )}
        >
          <PaymentOutcome contract={contract} payment={payment} today={today} />
        </p>
        {hasNotableOperations(payment) && (
          <PaymentOperations payment={payment} contract={contract} contracts={contracts} />
        )}
      </div>
      {!hasNotableOperations(payment) && (
        // Its text ends where those of the other rows end, or begins so below them.
        <div className="-mx-sm">
          <PaymentReceipts payment={payment} contract={contract} />
        </div>
      )}
      {isExpected(payment) && (
        <div className="-mx-sm">
          <BillButton
            compact
            variant="quiet"
            size="small"
            contractId={contract.uuid}
            payment={{ ...payment, title: titleOf(payment, contract.payments) }}
          />
        </div>
      )}
    </li>
  )
}
