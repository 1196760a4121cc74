import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import type { Contract, Payment } from '#contract/enrolment/contracts.ts'
import type { OperationKind } from '#contract/enumerations.ts'
import { linkedTransferOf } from '#src/domain/billing/linked-transfer.ts'
import { isExpected } from '#src/domain/billing/payments.ts'
import { operationKindLabels } from '#src/i18n/contract-labels.ts'
import { DateTime } from '#src/i18n/date-time.tsx'
import { labelOf, lookUp } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { OperationDocuments } from '#src/routes/-flow/documents/operation-documents.tsx'
import { ContractNumber } from '#src/routes/-query/labels/contract-number.tsx'
import { currentRowIf } from '#src/ui/data/current-row.ts'

const route = getRouteApi('/contracts-and-payments/$id')

/** A single receipt of the whole amount repeats the second line. One of a part has its bill beside it. */
export function hasNotableOperations(payment: Payment): boolean {
  const { operations } = payment
  return operations.length > 1 || operations.some(({ kind }) => kind !== 'ReceivingDS' || isExpected(payment))
}

/** The row stands for the operation of the address; a row with several operations marks one of them. */
export function isShownByRow(payment: Payment, shown: string | undefined): boolean {
  return !hasNotableOperations(payment) && payment.operations.some(({ uuid }) => uuid === shown)
}

export function PaymentReceipts({ payment, contract }: { payment: Payment; contract: Contract }) {
  return payment.operations.map((operation) => (
    <OperationDocuments key={operation.uuid} contract={contract} payment={payment} operation={operation} />
  ))
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
export function PaymentOperations({ payment, contract, contracts }: PaymentOperationsProps) {
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
