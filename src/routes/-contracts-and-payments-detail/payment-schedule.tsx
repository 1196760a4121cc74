import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Payment } from '#contract/enrolment/contracts.ts'
import { duePayments, isExpected } from '#src/domain/billing/payments.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { BillButton } from '#src/routes/-flow/documents/bill-button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { hasNotableOperations, isShownByRow, PaymentOperations, PaymentReceipts } from './payment-operations.tsx'
import { isCalledOff, PaymentState, useNotToPay } from './payment-outcome.tsx'
import { PaymentScheduleList } from './payment-schedule-list.tsx'
import {
  CalledOffCount,
  ClosedCount,
  foldedPaymentsOf,
  isAmong,
  type PaymentScheduleProps,
  type ScheduleRow,
  scheduleRowsOf,
} from './schedule-rows.tsx'

const route = getRouteApi('/contracts-and-payments/$id')

/** Payment schedule of a contract with bills and operations. */
export function PaymentSchedule(props: PaymentScheduleProps) {
  const { t } = useLingui()
  return (
    <Card padding="flush" title={t`График платежей`}>
      {/* Six columns need more than a tablet has, or a small screen beside the menu. */}
      <Responsive from="xl" narrow={<PaymentScheduleList {...props} />} wide={<PaymentTable {...props} />} />
    </Card>
  )
}

/** The row that unfolds the paid ones, above them. */
type TableRow = ScheduleRow | { key: 'closed'; payment: null; closed: readonly Payment[] }

function PaymentTable({ contract, contracts, today }: PaymentScheduleProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const titleOf = usePaymentTitle()
  const { operation: shown } = route.useSearch()
  const money = (kopecks: number) => formatMoney(kopecks, i18n.locale)
  const notToPay = useNotToPay(contract)
  const next = duePayments([contract], today)[0]?.payment.uuid
  const rows = scheduleRowsOf(contract)
  const folded = foldedPaymentsOf(rows)
  const [isUnfolded, unfold] = useState<boolean>()
  const isOpen = isUnfolded ?? isAmong(folded, shown)
  const visible = rows.filter(({ payment }) => isOpen || payment === null || !folded.includes(payment))
  const ofPayment = (cell: (payment: Payment) => ReactNode) => (row: TableRow) => row.payment && cell(row.payment)
  const columns: Column<TableRow>[] = [
    {
      key: 'title',
      title: t`Платёж`,
      rowHeader: true,
      cell: (row) =>
        'closed' in row ? (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => unfold(!isOpen)}
            className="-my-xs flex min-h-control items-center gap-xs rounded text-left whitespace-nowrap hover:text-ink-link"
          >
            <span className={classNames('transition-transform', isOpen && 'rotate-180')}>
              <Icon name="arrow-down" />
            </span>
            <ClosedCount count={row.closed.length} />
          </button>
        ) : row.payment === null ? (
          <CalledOffCount count={row.calledOff.length} />
        ) : (
          <>
            {titleOf(row.payment, contract.payments)}
            {hasNotableOperations(row.payment) && (
              <PaymentOperations payment={row.payment} contract={contract} contracts={contracts} />
            )}
          </>
        ),
    },
    {
      key: 'due',
      title: t({ message: 'Срок', context: 'payment' }),
      fitContent: true,
      cell: ofPayment((payment) =>
        isCalledOff(contract, payment) ? '—' : <time dateTime={payment.dueOn}>{dates.dayWithYear(payment.dueOn)}</time>,
      ),
    },
    {
      key: 'status',
      title: t`Статус`,
      fitContent: true,
      cell: (row) =>
        'closed' in row ? null : row.payment === null ? (
          notToPay
        ) : (
          <PaymentState contract={contract} payment={row.payment} today={today} isNext={row.payment.uuid === next} />
        ),
    },
    { key: 'amount', title: t`Сумма`, align: 'end', cell: ofPayment(({ amount }) => money(amount)) },
    { key: 'paid', title: t`Оплачено`, align: 'end', cell: ofPayment(({ paid }) => (paid === 0 ? '—' : money(paid))) },
    {
      key: 'bill',
      title: t`Документы`,
      align: 'end',
      fitContent: true,
      cell: ofPayment((payment) =>
        isExpected(payment) ? (
          <BillButton
            compact
            size="small"
            contractId={contract.uuid}
            payment={{ ...payment, title: titleOf(payment, contract.payments) }}
          />
        ) : hasNotableOperations(payment) ? null : (
          // In one line, and its text ends where those of the buttons end.
          <div className="-mr-sm ml-auto w-max">
            <PaymentReceipts payment={payment} contract={contract} />
          </div>
        ),
      ),
    },
  ]
  const total = <Trans key="total">Всего по договору</Trans>
  return (
    <Table
      caption={t`График платежей`}
      columns={columns}
      rows={folded.length === 0 ? rows : [{ key: 'closed', payment: null, closed: folded }, ...visible]}
      currentKey={contract.payments.find((payment) => isShownByRow(payment, shown))?.uuid}
      rowKey={({ key }) => key}
      total={[total, null, null, contract.termination ? null : money(contract.total), money(contract.paid), null]}
    />
  )
}
