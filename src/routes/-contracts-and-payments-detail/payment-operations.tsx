import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract, Operation } from '#contract/contracts.ts'
import type { OperationKind } from '#contract/enumerations.ts'
import { linkedTransferOf } from '#src/domain/payment-forecast.ts'
import { operationKindLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, lookUp } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'

/** Sign of the amount; unknown kinds have none. */
const operationSigns: Record<OperationKind, '+' | '−'> = {
  ReceivingDS: '+',
  ReceivingTransferDS: '+',
  ReturnDS: '−',
  ReturnTransferDS: '−',
}

type PaymentOperationsProps = { operations: readonly Operation[]; contract: Contract; contracts: readonly Contract[] }

/** Operations of a payment, oldest first. */
export function PaymentOperations({ operations, contract, contracts }: PaymentOperationsProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  if (operations.length === 0) return null
  return (
    <ul className="mt-xxs flex flex-col gap-half text-sm font-normal text-ink-muted">
      {operations.map((operation) => (
        <li key={operation.uuid}>
          <OperationText kind={operation.kind} number={linkedTransferOf(operation, contract, contracts)?.number} />{' '}
          <span className="whitespace-nowrap tabular-nums">
            {lookUp(operationSigns, operation.kind, '')}
            {formatMoney(operation.amount, i18n.locale)}
          </span>
          , <time dateTime={operation.at}>{dates.dateTime(operation.at)}</time>
        </li>
      ))}
    </ul>
  )
}

/** `number`: the other contract of a transfer, if known. */
function OperationText({ kind, number }: { kind: OperationKind; number: string | undefined }) {
  const { i18n } = useLingui()
  if (number && kind === 'ReceivingTransferDS') return <Trans>Перенесено с договора № {number}</Trans>
  if (number && kind === 'ReturnTransferDS') return <Trans>Перенесено на договор № {number}</Trans>
  return i18n._(labelOf(operationKindLabels, kind))
}
