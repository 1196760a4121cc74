import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract, Payment } from '#contract/contracts.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { usePaymentTitle } from '#src/i18n/payment-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { BillButton } from '#src/routes/-frame/bill-button.tsx'
import { isExpected } from '#src/school/payments.ts'
import { ByWidth } from '#src/ui/by-width.tsx'
import { Card } from '#src/ui/card.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { Operations } from './operations.tsx'
import { PaymentLines } from './payment-lines.tsx'
import { PaymentStatusBadge } from './payment-status-badge.tsx'

type PlanProps = { contract: Contract; contracts: readonly Contract[]; today: string }

/** The payment schedule of a contract, each line with its bill and the operations that paid it or took it back. */
export function PaymentPlan(props: PlanProps) {
  const { t } = useLingui()
  return (
    <Card padding="flush" title={t`График платежей`}>
      <ByWidth from="md" narrow={<PaymentLines {...props} />} wide={<PaymentTable {...props} />} />
    </Card>
  )
}

function PaymentTable({ contract, contracts, today }: PlanProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const titleOf = usePaymentTitle()
  const money = (kopecks: number) => formatMoney(kopecks, i18n.locale)
  const columns: Column<Payment>[] = [
    {
      key: 'title',
      title: t`Платёж`,
      rowHeader: true,
      cell: (payment) => (
        <>
          {titleOf(payment, contract.payments)}
          <Operations operations={payment.operations} contract={contract} contracts={contracts} />
        </>
      ),
    },
    {
      key: 'due',
      title: t`Срок`,
      tight: true,
      cell: ({ dueOn }) => <time dateTime={dueOn}>{dates.dayWithYear(dueOn)}</time>,
    },
    {
      key: 'status',
      title: t`Статус`,
      tight: true,
      cell: (payment) => <PaymentStatusBadge payment={payment} today={today} />,
    },
    { key: 'amount', title: t`Сумма`, align: 'end', cell: ({ amount }) => money(amount) },
    { key: 'paid', title: t`Оплачено`, align: 'end', cell: ({ paid }) => (paid === 0 ? '—' : money(paid)) },
    {
      key: 'bill',
      title: t`Счёт`,
      align: 'end',
      tight: true,
      cell: (payment) =>
        isExpected(payment) ? (
          <BillButton
            size="small"
            contractId={contract.uuid}
            payment={{ ...payment, title: titleOf(payment, contract.payments) }}
          />
        ) : null,
    },
  ]
  const total = <Trans key="total">Всего по договору</Trans>
  return (
    <Table
      caption={t`График платежей`}
      captionHidden
      columns={columns}
      rows={contract.payments}
      rowKey={({ uuid }) => uuid}
      total={[total, null, null, money(contract.total), money(contract.paid), null]}
    />
  )
}
