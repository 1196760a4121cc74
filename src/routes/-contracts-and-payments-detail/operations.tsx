import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract, Operation } from '#contract/contracts.ts'
import type { OperationKind } from '#contract/enumerations.ts'
import { operationKindWords } from '#src/i18n/contract-words.ts'
import { known, wordsFor } from '#src/i18n/enumeration-words.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { transferEndOf } from '#src/school/forecast.ts'

/** Which way the money went; of a kind that nobody knows, neither is said. */
const operationSigns: Record<OperationKind, '+' | '−'> = {
  ReceivingDS: '+',
  ReceivingTransferDS: '+',
  ReturnDS: '−',
  ReturnTransferDS: '−',
}

type OperationsProps = { operations: readonly Operation[]; contract: Contract; contracts: readonly Contract[] }

/** The money that moved for one payment, told in words, in the order in which it did. */
export function Operations({ operations, contract, contracts }: OperationsProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  if (operations.length === 0) return null
  return (
    <ul className="mt-xxs flex flex-col gap-half text-sm font-normal text-ink-muted">
      {operations.map((operation) => (
        <li key={operation.uuid}>
          <OperationWords kind={operation.kind} number={transferEndOf(operation, contract, contracts)?.number} />{' '}
          <span className="whitespace-nowrap tabular-nums">
            {known(operationSigns, operation.kind, '')}
            {formatMoney(operation.amount, i18n.locale)}
          </span>
          , <time dateTime={operation.at}>{dates.dateTime(operation.at)}</time>
        </li>
      ))}
    </ul>
  )
}

/** `number`: of the contract at the other end of a transfer, where that is known. */
function OperationWords({ kind, number }: { kind: OperationKind; number: string | undefined }) {
  const { i18n } = useLingui()
  if (number && kind === 'ReceivingTransferDS') return <Trans>Перенесено с договора № {number}</Trans>
  if (number && kind === 'ReturnTransferDS') return <Trans>Перенесено на договор № {number}</Trans>
  return i18n._(wordsFor(operationKindWords, kind))
}
