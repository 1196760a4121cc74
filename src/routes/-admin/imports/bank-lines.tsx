import { Trans, useLingui } from '@lingui/react/macro'
import type { BankLine } from '#contract/billing/bank-lines.ts'
import { bankLineStates } from '#contract/enumerations.ts'
import { bankLinesQuery } from '#src/api/admin.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { ListFileLink } from '#src/routes/-admin/list-file-link.tsx'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { bankLineFilterLabels } from './bank-line-labels.ts'
import { BankLineRow } from './bank-line-row.tsx'

/** Money of bank files that was not booked by itself: what waits for a decision, and what was decided. */
export function BankLines() {
  const { t, i18n } = useLingui()
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
          options={bankLineStates.map((value) => ({ value, label: i18n._(labelOf(bankLineFilterLabels, value)) }))}
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
          {({ items, total }) => (
            <>
              <ul className="divide-y divide-line-soft">
                {items.map((line) => (
                  <BankLineRow key={line.id} line={line} />
                ))}
              </ul>
              <div className="border-t border-line-soft px-base py-xs md:px-lg">
                <ListFileLink list="bank-line/list" query={{ state }} total={total} />
              </div>
            </>
          )}
        </InfiniteQueryBoundary>
      </div>
    </Card>
  )
}

/** Without a picture: the page has more below. */
function NoLines({ state }: Pick<BankLine, 'state'>) {
  return (
    <p className="max-w-text p-base text-ink-muted md:px-lg">
      {state === 'waiting' ? (
        <Trans>Разбирать нечего: все платежи из загруженных файлов зачислены или отмечены как чужие.</Trans>
      ) : (
        <Trans>Таких платежей ещё нет. Здесь останется, кто, когда и что решил; решение можно отменить.</Trans>
      )}
    </p>
  )
}
