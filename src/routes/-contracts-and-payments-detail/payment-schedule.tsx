import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Contract, Payment } from '#contract/enrolment/contracts.ts'
import type { OperationKind, PaymentStatus } from '#contract/enumerations.ts'
import { isOfCustomer, isUnsigned } from '#src/domain/billing/contract-signing.ts'
import { linkedTransferOf } from '#src/domain/billing/linked-transfer.ts'
import { duePayments, isExpected, isPaymentOverdue, isTerminationAsked } from '#src/domain/billing/payments.ts'
import { operationKindLabels, paymentStatusLabels } from '#src/i18n/contract-labels.ts'
import { DateTime } from '#src/i18n/date-time.tsx'
import { labelOf, lookUp, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { BillButton } from '#src/routes/-flow/documents/bill-button.tsx'
import { OperationDocuments } from '#src/routes/-flow/documents/operation-documents.tsx'
import { ChargeText } from '#src/routes/-flow/payments/charge-text.tsx'
import { ContractNumber } from '#src/routes/-query/labels/contract-number.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { currentRowIf } from '#src/ui/data/current-row.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import type { Tone } from '#src/ui/tone.ts'

const route = getRouteApi('/contracts-and-payments/$id')

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

/** A payment, or all that will never be asked for, in one row. */
type ScheduleRow = { key: string; payment: Payment } | { key: string; payment: null; calledOff: readonly Payment[] }

/** Of a contract that ends early, what is not to be paid any more stands in one row, at the end. */
function scheduleRowsOf(contract: Contract): ScheduleRow[] {
  const { payments, termination } = contract
  const calledOff = termination
    ? payments.filter(
        (payment) =>
          payment.operations.length === 0 && (payment.status === 'Canceled' || isCalledOff(contract, payment)),
      )
    : []
  const [first] = calledOff
  if (first === undefined || calledOff.length < 2) return payments.map((payment) => ({ key: payment.uuid, payment }))
  const others = payments.filter((payment) => !calledOff.includes(payment))
  return [...others.map((payment) => ({ key: payment.uuid, payment })), { key: first.uuid, payment: null, calledOff }]
}

/** More of them are folded: what is still to be paid comes first. */
const maxClosedShown = 2

/** The paid payments that are folded; none where there are few. */
function foldedPaymentsOf(rows: readonly ScheduleRow[]): Payment[] {
  const closed = rows.flatMap(({ payment }) => (payment?.status === 'Closed' ? [payment] : []))
  return closed.length > maxClosedShown ? closed : []
}

function ClosedCount({ count }: { count: number }) {
  return (
    <Plural
      value={count}
      one="Оплачен # платёж"
      few="Оплачено # платежа"
      many="Оплачено # платежей"
      other="Оплачено # платежа"
    />
  )
}

/** Whether one of the payments has the operation of the address. */
function isAmong(payments: readonly Payment[], shown: string | undefined): boolean {
  return payments.some(({ operations }) => operations.some(({ uuid }) => uuid === shown))
}

function CalledOffCount({ count }: { count: number }) {
  return <Plural value={count} one="Ещё # платёж" few="Ещё # платежа" many="Ещё # платежей" other="Ещё # платежа" />
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

const statusTones: Record<PaymentStatus, Tone> = {
  Open: 'info',
  Closed: 'success',
  Canceled: 'neutral',
  Error: 'error',
  DeferredPayment: 'neutral',
}

/** Not asked for, because the contract is being terminated: its day means nothing. */
function isCalledOff(contract: Contract, { status, kind }: Payment): boolean {
  return status === 'DeferredPayment' && isOfCustomer(kind) && isTerminationAsked(contract)
}

/** Of what a termination calls off: until the last day something may still come of it. */
function useNotToPay({ termination }: Contract): string {
  const { t } = useLingui()
  return termination?.state === 'asked' && termination.due > 0 ? t`Пока платить не нужно` : t`Платить не нужно`
}

/** Of a contract that its customer has not signed, the customer's payments begin with the signature. */
function usePaymentStatusLabel(contract: Contract, payment: Payment): string {
  const { t, i18n } = useLingui()
  const notToPay = useNotToPay(contract)
  const { status, kind } = payment
  if (isCalledOff(contract, payment)) return notToPay
  if (status === 'DeferredPayment' && isOfCustomer(kind) && isUnsigned(contract)) return t`После подписи`
  return i18n._(labelOf(paymentStatusLabels, status))
}

type OnePayment = { contract: Contract; payment: Payment; today: string }

/**
 * Status of a payment, or when a card pays it; open payments after the due date are overdue. What is paid is quiet, and of
 * those that wait only the next one says so: the others have their days.
 */
function PaymentState({ contract, payment, today, isNext }: OnePayment & { isNext: boolean }) {
  const label = usePaymentStatusLabel(contract, payment)
  const dates = useDates()
  const { status, charge, paidAt } = payment
  if (charge !== null) {
    return (
      <span className="inline-block text-ink-muted first-letter:uppercase">
        <ChargeText charge={{ ...charge, card: null }} dates={dates} />
      </span>
    )
  }
  if (isPaymentOverdue(payment, today) && status === 'Open') {
    return (
      <Badge tone="error" icon={<Icon name="warning" size={16} />}>
        <Trans>Просрочен</Trans>
      </Badge>
    )
  }
  if (status === 'Closed')
    return (
      <span className="whitespace-nowrap text-ink-muted">
        {paidAt === null ? label : <PaymentOutcome contract={contract} payment={payment} today={today} />}
      </span>
    )
  if (status === 'Open' && !isNext) return null
  return <Badge tone={lookUp(statusTones, status, 'neutral')}>{label}</Badge>
}

type PaymentScheduleListProps = { contract: Contract; contracts: readonly Contract[]; today: string }

/** The payment schedule on a phone: two lines per payment. */
function PaymentScheduleList({ contract, contracts, today }: PaymentScheduleListProps) {
  const { t, i18n } = useLingui()
  const notToPay = useNotToPay(contract)
  const [total, paid] = [formatMoney(contract.total, i18n.locale), formatMoney(contract.paid, i18n.locale)]
  const rows = scheduleRowsOf(contract)
  const folded = foldedPaymentsOf(rows)
  return (
    <>
      {folded.length > 0 && <ClosedPayments payments={folded} {...{ contract, contracts, today }} />}
      <ul aria-label={t`График платежей`} className="divide-y divide-line-soft border-t border-line-soft empty:hidden">
        {rows.map((row) =>
          row.payment !== null && folded.includes(row.payment) ? null : row.payment === null ? (
            <li key={row.key} className="px-base py-xs">
              <p className="font-medium">
                <CalledOffCount count={row.calledOff.length} />
              </p>
              <p className="text-sm text-ink-muted">{notToPay}</p>
            </li>
          ) : (
            <ScheduleItem key={row.key} payment={row.payment} {...{ contract, contracts, today }} />
          ),
        )}
      </ul>
      <p className="flex justify-between gap-base border-t border-line px-base py-sm font-strong tabular-nums">
        {contract.termination ? <Trans>Оплачено по договору</Trans> : <Trans>Всего по договору</Trans>}
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

type ClosedPaymentsProps = PaymentScheduleListProps & { payments: readonly Payment[] }

function ClosedPayments({ payments, ...rest }: ClosedPaymentsProps) {
  const { t } = useLingui()
  const { operation: shown } = route.useSearch()
  return (
    <div className="border-t border-line-soft px-base py-xs">
      <Disclosure isOpen={isAmong(payments, shown)} summary={<ClosedCount count={payments.length} />}>
        <ul aria-label={t`Оплаченные платежи`} className="-mx-base divide-y divide-line-soft">
          {payments.map((payment) => (
            <ScheduleItem key={payment.uuid} payment={payment} {...rest} />
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}

type ScheduleItemProps = PaymentScheduleListProps & { payment: Payment }

function ScheduleItem({ payment, contract, contracts, today }: ScheduleItemProps) {
  const { i18n } = useLingui()
  const titleOf = usePaymentTitle()
  const { operation: shown } = route.useSearch()
  return (
    <li
      {...currentRowIf(isShownByRow(payment, shown))}
      className="flex min-h-[56px] flex-wrap items-center justify-between gap-x-base gap-y-xs px-base py-xs aria-[current]:bg-surface-info"
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

/** A single receipt of the whole amount repeats the second line. One of a part has its bill beside it. */
function hasNotableOperations(payment: Payment): boolean {
  const { operations } = payment
  return operations.length > 1 || operations.some(({ kind }) => kind !== 'ReceivingDS' || isExpected(payment))
}

/** The row stands for the operation of the address; a row with several operations marks one of them. */
function isShownByRow(payment: Payment, shown: string | undefined): boolean {
  return !hasNotableOperations(payment) && payment.operations.some(({ uuid }) => uuid === shown)
}

function PaymentReceipts({ payment, contract }: { payment: Payment; contract: Contract }) {
  return payment.operations.map((operation) => (
    <OperationDocuments key={operation.uuid} contract={contract} payment={payment} operation={operation} />
  ))
}

function PaymentOutcome({ contract, payment, today }: OnePayment) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { status, dueOn, paid, paidAt } = payment
  const [day, left, some] = [dates.day(dueOn), formatMoney(payment.left, i18n.locale), formatMoney(paid, i18n.locale)]
  const label = usePaymentStatusLabel(contract, payment)
  const withLabel = (outcome: string) => (status === 'Error' ? `${label}. ${outcome}` : outcome)
  if (payment.charge !== null) return <ChargeText charge={payment.charge} dates={dates} />
  if (isPaymentOverdue(payment, today)) return withLabel(t`Долг ${left}, срок был ${day}`)
  if (paidAt !== null) return <Trans>Оплачен {dates.day(dates.dayOf(paidAt))}</Trans>
  if (isExpected(payment))
    return withLabel(paid > 0 ? t`Внесено ${some}, ещё ${left} до ${day}` : t`Заплатить до ${day}`)
  const until = !isCalledOff(contract, payment) && t`срок ${day}`
  return [label, paid > 0 && t`внесено ${some}`, until].filter(Boolean).join(separator)
}

/** Sign of the amount; unknown kinds have none. */
const operationSigns: Record<OperationKind, '+' | '−'> = {
  ReceivingDS: '+',
  ReceivingTransferDS: '+',
  ReturnDS: '−',
  ReturnTransferDS: '−',
}

type PaymentOperationsProps = { payment: Payment; contract: Contract; contracts: readonly Contract[] }

/** Operations of a payment, oldest first, with confirmations of what was paid. */
function PaymentOperations({ payment, contract, contracts }: PaymentOperationsProps) {
  const { i18n } = useLingui()
  const { operation: shown } = route.useSearch()
  if (payment.operations.length === 0) return null
  return (
    <ul className="mt-xxs flex flex-col gap-half text-sm font-normal text-ink-muted">
      {payment.operations.map((operation) => (
        <li
          key={operation.uuid}
          {...currentRowIf(operation.uuid === shown)}
          className="-mx-xs flex flex-wrap items-center rounded px-xs aria-[current]:bg-surface-info"
        >
          <span className="mr-sm">
            <OperationText kind={operation.kind} number={linkedTransferOf(operation, contract, contracts)?.number} />{' '}
            <span className="whitespace-nowrap tabular-nums">
              {lookUp(operationSigns, operation.kind, '')}
              {formatMoney(operation.amount, i18n.locale)}
            </span>
            , <DateTime at={operation.at} />
          </span>
          {/* Their icons begin where the text begins. */}
          <div className="-ml-sm">
            <OperationDocuments contract={contract} payment={payment} operation={operation} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** `number`: the other contract of a transfer, if known. */
function OperationText({ kind, number }: { kind: OperationKind; number: string | undefined }) {
  const { i18n } = useLingui()
  if (number && kind === 'ReceivingTransferDS')
    return (
      <Trans>
        Перенесено с договора <ContractNumber>{number}</ContractNumber>
      </Trans>
    )
  if (number && kind === 'ReturnTransferDS')
    return (
      <Trans>
        Перенесено на договор <ContractNumber>{number}</ContractNumber>
      </Trans>
    )
  return i18n._(labelOf(operationKindLabels, kind))
}
