import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { TaxStudent } from '#contract/tax.ts'
import { operationKindWords } from '#src/i18n/contract-words.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ByWidth } from '#src/ui/by-width.tsx'
import { Card } from '#src/ui/card.tsx'
import { Row, Rows } from '#src/ui/rows.tsx'
import { ShowMore } from '#src/ui/show-more.tsx'
import { type Column, Table } from '#src/ui/table.tsx'

type Operation = TaxStudent['operations'][number]

/** A family has a few dozen a year; whoever has thousands reads them in portions. */
const portion = 50

/** The operations of the year, each with who has paid and whether it counts: a table, and two lines each on a phone. */
export function Operations({ year, student: { operations } }: { year: number; student: TaxStudent }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const [count, setCount] = useState(portion)
  if (operations.length === 0) return null
  const shown = operations.slice(0, count)
  const kindOf = ({ kind }: Operation) => i18n._(wordsFor(operationKindWords, kind))
  const sumOf = ({ kind, amount }: Operation) =>
    `${kind.startsWith('Return') ? '−' : '+'}${formatMoney(amount, i18n.locale)}`
  const payerOf = ({ payer }: Operation) => payer ?? t`Плательщик не указан`
  const dayOf = ({ at }: Operation) => <time dateTime={at}>{dates.dayWithYear(dates.dayOf(at))}</time>
  const countsWords = ({ counts }: Operation) => (counts ? t`Да` : t`Нет, платили не вы`)
  const title = t`Операции за ${year} год`
  const columns: Column<Operation>[] = [
    { key: 'day', title: t`День`, tight: true, cell: dayOf },
    { key: 'kind', title: t`Операция`, rowHeader: true, cell: kindOf },
    { key: 'contract', title: t`Договор`, tight: true, cell: ({ contractNumber }) => contractNumber },
    { key: 'payer', title: t`Плательщик`, cell: payerOf },
    { key: 'counts', title: t`Учитывается`, tight: true, cell: countsWords },
    { key: 'amount', title: t`Сумма`, align: 'end', cell: sumOf },
  ]
  return (
    <Card padding="flush" title={title}>
      <ByWidth
        from="md"
        narrow={
          <div className="px-base pb-base">
            <Rows>
              {shown.map((operation) => (
                <Row
                  key={operation.uuid}
                  title={kindOf(operation)}
                  note={
                    <>
                      <time dateTime={operation.at}>{dates.dayShort(dates.dayOf(operation.at))}</time>
                      {separator}
                      {operation.counts ? (
                        operation.contractNumber
                      ) : (
                        <Trans>не учитывается: {payerOf(operation)}</Trans>
                      )}
                    </>
                  }
                  end={<span className="tabular-nums">{sumOf(operation)}</span>}
                />
              ))}
            </Rows>
          </div>
        }
        wide={<Table caption={title} captionHidden columns={columns} rows={shown} rowKey={({ uuid }) => uuid} />}
      />
      {operations.length > shown.length && (
        <div className="pb-lg">
          <ShowMore
            status={
              <Trans>
                Показано {shown.length} из {operations.length}
              </Trans>
            }
            label={t`Показать ещё`}
            onMore={() => setCount(count + portion)}
          />
        </div>
      )}
    </Card>
  )
}
