import { Trans, useLingui } from '@lingui/react/macro'
import type { BankLine } from '#contract/billing/bank-lines.ts'
import { bankLinesQuery } from '#src/api/admin.ts'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { BankLineRow } from './bank-line-row.tsx'

/** Money of bank files that was not booked by itself: what waits for a decision, and what was decided. */
export function BankLines() {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('admin')
  const state = search.lines ?? 'waiting'
  return (
    <Card padding="flush" title={<Trans>Платежи из файлов банка</Trans>}>
      <div className="flex flex-col gap-sm px-base pb-base md:px-lg">
        <p className="max-w-text text-sm text-ink-muted">
          <Trans>Платёж попадает сюда, если договор в нём не назван, назван неточно или сумма не сходится.</Trans>
        </p>
        <SegmentedControl
          legend={t`Какие платежи показать`}
          options={[
            { value: 'waiting', label: t`Ждут решения` },
            { value: 'booked', label: t`Зачислены` },
            { value: 'foreign', label: t`Не наши` },
          ]}
          value={state}
          onChange={(lines) => replace({ lines })}
        />
      </div>
      <div className="border-t border-line-soft">
        <InfiniteQueryBoundary
          query={bankLinesQuery(state)}
          skeleton={<SkeletonCards count={2} />}
          empty={<NoLines state={state} />}
        >
          {({ items }) => (
            <ul className="divide-y divide-line-soft">
              {items.map((line) => (
                <BankLineRow key={line.id} line={line} />
              ))}
            </ul>
          )}
        </InfiniteQueryBoundary>
      </div>
    </Card>
  )
}

function NoLines({ state }: Pick<BankLine, 'state'>) {
  if (state === 'waiting')
    return (
      <EmptyState icon="check" title={<Trans>Разбирать нечего</Trans>}>
        <Trans>Все платежи из загруженных выписок и реестров зачислены или отмечены как чужие.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState icon="list" title={<Trans>Таких платежей ещё нет</Trans>}>
      <Trans>Здесь останется, кто, когда и что решил. Решение можно отменить.</Trans>
    </EmptyState>
  )
}
