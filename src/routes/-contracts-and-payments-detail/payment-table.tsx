import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract, Payment } from '#contract/contracts.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Card } from '#src/ui/card.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { Operations } from './operations.tsx'
import { PaymentStatusBadge } from './payment-status.tsx'

/** The payment schedule of a contract, each line with the operations that paid it or took it back. */
export function PaymentTable({ contract }: { contract: Contract }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const money = (kopecks: number) => formatMoney(kopecks, i18n.locale)
  const columns: Column<Payment>[] = [
    {
      key: 'title',
      title: t`Платёж`,
      rowHeader: true,
      cell: ({ title, operations }) => (
        <>
          {title}
          <Operations operations={operations} />
        </>
      ),
    },
    {
      key: 'due',
      title: t`Срок`,
      narrow: true,
      cell: ({ dueOn }) => <time dateTime={dueOn}>{dates.dayWithYear(dueOn)}</time>,
    },
    { key: 'status', title: t`Статус`, narrow: true, cell: (payment) => <PaymentStatusBadge payment={payment} /> },
    { key: 'amount', title: t`Сумма`, align: 'end', cell: ({ amount }) => money(amount) },
    { key: 'paid', title: t`Оплачено`, align: 'end', cell: ({ paid }) => (paid === 0 ? '—' : money(paid)) },
  ]
  return (
    <Card padding="flush" title={t`График платежей`}>
      <Table
        caption={t`График платежей`}
        captionHidden
        columns={columns}
        rows={contract.payments}
        rowKey={({ uuid }) => uuid}
        total={[<Trans key="total">Всего по договору</Trans>, null, null, money(contract.total), money(contract.paid)]}
      />
    </Card>
  )
}
