import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { TaxStudent } from '#contract/billing/tax.ts'
import type { TaxPayer } from '#contract/enumerations.ts'
import { operationKindLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ShowMore } from '#src/ui/data/disclosure.tsx'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'

type Operation = TaxStudent['operations'][number]

/** A family has a few dozen a year; longer lists are shown in parts. */
const pageSize = 50

/** Operations of the year with payer and eligibility. */
export function PaymentOperations({ year, student: { operations } }: { year: number; student: TaxStudent }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const [count, setCount] = useState(pageSize)
  if (operations.length === 0) return null
  const shown = operations.slice(0, count)
  const kindOf = ({ kind }: Operation) => i18n._(labelOf(operationKindLabels, kind))
  const sumOf = ({ kind, amount }: Operation) =>
    `${kind.startsWith('Return') ? '−' : '+'}${formatMoney(amount, i18n.locale)}`
  const payerOf = ({ payer, paidBy }: Operation) =>
    payer ?? (paidBy === 'maternity-capital' ? t`Материнский капитал` : t`Плательщик не указан`)
  const dayOf = ({ at }: Operation) => <time dateTime={at}>{dates.dayWithYear(dates.dayOf(at))}</time>
  const countsWords: Record<TaxPayer, string> = {
    applicant: t`Да`,
    another: t`Нет, платили не вы`,
    'maternity-capital': t`Нет, материнский капитал`,
  }
  const title = t`Операции за ${year} год`
  const columns: Column<Operation>[] = [
    { key: 'day', title: t`День`, fitContent: true, cell: dayOf },
    { key: 'kind', title: t`Операция`, rowHeader: true, cell: kindOf },
    { key: 'contract', title: t`Договор`, fitContent: true, cell: ({ contractNumber }) => contractNumber },
    { key: 'payer', title: t`Плательщик`, cell: payerOf },
    { key: 'counts', title: t`Учитывается`, fitContent: true, cell: ({ paidBy }) => countsWords[paidBy] },
    { key: 'amount', title: t`Сумма`, align: 'end', cell: sumOf },
  ]
  return (
    <Card padding="flush" title={title}>
      {/* Six columns need more than a tablet has, or a small screen beside the menu. */}
      <Responsive
        from="xl"
        narrow={
          <div className="px-base pb-base md:px-lg">
            <List>
              {shown.map((operation) => (
                <ListItem
                  key={operation.uuid}
                  title={kindOf(operation)}
                  note={
                    <>
                      <time dateTime={operation.at}>{dates.dayShort(dates.dayOf(operation.at))}</time>
                      {separator}
                      {operation.paidBy === 'applicant' ? (
                        operation.contractNumber
                      ) : (
                        <Trans>не учитывается: {payerOf(operation)}</Trans>
                      )}
                    </>
                  }
                  end={<span className="tabular-nums">{sumOf(operation)}</span>}
                />
              ))}
            </List>
          </div>
        }
        wide={<Table caption={title} columns={columns} rows={shown} rowKey={({ uuid }) => uuid} />}
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
            onMore={() => setCount(count + pageSize)}
          />
        </div>
      )}
    </Card>
  )
}
