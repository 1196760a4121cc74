import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract, Payment } from '#contract/contracts.ts'
import type { PaymentStatus } from '#contract/enumerations.ts'
import { isExpected, isOverdue } from '#src/domain/payments.ts'
import { paymentStatusLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, lookUp } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { BillButton } from '#src/routes/-shell/flow/bill-button.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import type { Tone } from '#src/ui/tone.ts'
import { PaymentOperations } from './payment-operations.tsx'
import { PaymentScheduleList } from './payment-schedule-list.tsx'

type PaymentScheduleProps = { contract: Contract; contracts: readonly Contract[]; today: string }

/** Payment schedule of a contract with bills and operations. */
export function PaymentSchedule(props: PaymentScheduleProps) {
  const { t } = useLingui()
  return (
    <Card padding="flush" title={t`График платежей`}>
      <Responsive from="md" narrow={<PaymentScheduleList {...props} />} wide={<PaymentTable {...props} />} />
    </Card>
  )
}

function PaymentTable({ contract, contracts, today }: PaymentScheduleProps) {
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
          <PaymentOperations operations={payment.operations} contract={contract} contracts={contracts} />
        </>
      ),
    },
    {
      key: 'due',
      title: t({ message: 'Срок', context: 'payment' }),
      fitContent: true,
      cell: ({ dueOn }) => <time dateTime={dueOn}>{dates.dayWithYear(dueOn)}</time>,
    },
    {
      key: 'status',
      title: t`Статус`,
      fitContent: true,
      cell: (payment) => <PaymentStatusBadge payment={payment} today={today} />,
    },
    { key: 'amount', title: t`Сумма`, align: 'end', cell: ({ amount }) => money(amount) },
    { key: 'paid', title: t`Оплачено`, align: 'end', cell: ({ paid }) => (paid === 0 ? '—' : money(paid)) },
    {
      key: 'bill',
      title: t`Счёт`,
      align: 'end',
      fitContent: true,
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

const statusTones: Record<PaymentStatus, Tone> = {
  Open: 'info',
  Closed: 'success',
  Canceled: 'neutral',
  Error: 'error',
  DeferredPayment: 'purple',
}

/** Status of a payment; open payments after the due date are overdue. */
function PaymentStatusBadge({ payment, today }: { payment: Payment; today: string }) {
  const { i18n } = useLingui()
  const { status } = payment
  if (isOverdue(payment, today) && status === 'Open') {
    return (
      <Badge tone="error" icon={<Icon name="warning" size={16} />}>
        <Trans>Просрочен</Trans>
      </Badge>
    )
  }
  return <Badge tone={lookUp(statusTones, status, 'neutral')}>{i18n._(labelOf(paymentStatusLabels, status))}</Badge>
}
