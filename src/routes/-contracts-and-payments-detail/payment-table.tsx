import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract, Operation, Payment } from '#contract/contracts.ts'
import type { OperationKind, PaymentStatus } from '#contract/enumerations.ts'
import { operationKindWords, paymentStatusWords } from '#src/i18n/contract-words.ts'
import { known, wordsFor } from '#src/i18n/enumeration-words.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { isOverdue } from '#src/school/payments.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import type { Tone } from '#src/ui/tone.ts'

/** The payment schedule of a contract, each line with the operations that paid it or took it back. */
export function PaymentTable({ contract, today }: { contract: Contract; today: string }) {
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
      tight: true,
      cell: ({ dueOn }) => <time dateTime={dueOn}>{dates.dayWithYear(dueOn)}</time>,
    },
    { key: 'status', title: t`Статус`, tight: true, cell: (payment) => <Status payment={payment} today={today} /> },
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

const statusTones: Record<PaymentStatus, Tone> = {
  Open: 'info',
  Closed: 'success',
  Canceled: 'neutral',
  Error: 'error',
  DeferredPayment: 'purple',
}

/** In words; a payment whose day has passed says so instead. */
function Status({ payment, today }: { payment: Payment; today: string }) {
  const { i18n } = useLingui()
  const { status } = payment
  if (isOverdue(payment, today) && status === 'Open') {
    return (
      <Badge tone="error" icon={<Icon name="warning" size={16} />}>
        <Trans>Просрочен</Trans>
      </Badge>
    )
  }
  return <Badge tone={known(statusTones, status, 'neutral')}>{i18n._(wordsFor(paymentStatusWords, status))}</Badge>
}

/** Which way the money went; of a kind that nobody knows, neither is said. */
const operationSigns: Record<OperationKind, '+' | '−'> = {
  ReceivingDS: '+',
  ReceivingTransferDS: '+',
  ReturnDS: '−',
  ReturnTransferDS: '−',
}

/** The money that moved for one payment, in the order in which it did. */
function Operations({ operations }: { operations: readonly Operation[] }) {
  const { i18n } = useLingui()
  const dates = useDates()
  if (operations.length === 0) return null
  return (
    <ul className="mt-xxs flex flex-col gap-half text-sm font-normal text-ink-muted">
      {operations.map(({ uuid, kind, amount, at }) => (
        <li key={uuid}>
          {i18n._(wordsFor(operationKindWords, kind))}{' '}
          <span className="whitespace-nowrap tabular-nums">
            {known(operationSigns, kind, '')}
            {formatMoney(amount, i18n.locale)}
          </span>
          , <time dateTime={at}>{dates.dateTime(at)}</time>
        </li>
      ))}
    </ul>
  )
}
