import { useLingui } from '@lingui/react'
import type { Operation } from '#contract/contracts.ts'
import { known, operationKindWords, wordsFor } from '#src/i18n/enumeration-words.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { operationSigns } from './payment-look.ts'

/** The money that moved for one payment, in the order in which it did. */
export function Operations({ operations }: { operations: readonly Operation[] }) {
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
