import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { PendingWork, WorkQueueItem } from '#contract/people/school-work.ts'
import { firstQueueOf, pendingWorkQuery, takenOf, workQueueQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { ListBar } from '#src/routes/-admin/list-bar.tsx'
import { ListFileLink } from '#src/routes/-admin/list-file-link.tsx'
import type { Difference } from '#src/routes/-admin/payments/difference-dialog.tsx'
import { OpenedDifference } from '#src/routes/-admin/payments/opened-difference.tsx'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { FilterChip } from '#src/ui/forms/filter-chips.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { OpenedTransfer } from './opened-transfer.tsx'
import { QueueChoice } from './queue-choice.tsx'
import { queueAdvice, queueNotes } from './queue-notes.ts'
import { QueueTable } from './queue-table.tsx'
import { SelectedRows } from './selected-rows.tsx'

/** What is stuck, by kind: whose it is, for how long it waits, and what can be done. */
export function QueuesTab() {
  const { search } = useScreenSearch('admin')
  const work = useQuery(optionalQuery(pendingWorkQuery()))
  if (search.queue === undefined && work.isPending) return <SkeletonTable rows={8} columns={5} />
  return <Queues counted={work.data} isCounting={work.isFetching} />
}

type QueuesProps = { counted: PendingWork | undefined; isCounting: boolean }

function Queues({ counted, isCounting }: QueuesProps) {
  const { t, i18n } = useLingui()
  const { search, replace } = useScreenSearch('admin')
  const queue = search.queue ?? firstQueueOf(counted)
  const filter = search.filter?.assignee === 'own' ? ({ assignee: 'own' } as const) : undefined
  const note = i18n._(labelOf(queueNotes, queue))
  const advice = queueAdvice[queue]
  // The sum is that of all rows, also of those that others have taken.
  const amount = filter ? null : counted?.queues.find((one) => one.queue === queue)?.amount
  const sum = amount ? formatMoney(amount, i18n.locale) : null
  const isEverythingDone = counted?.queues.length === 0
  return (
    <>
      {/* The address names the first queue that waits, so that it stays open while it is being emptied. */}
      {search.queue === undefined && !isCounting && counted && counted.queues.length > 0 && (
        <Navigate
          from="/adm-panel/"
          to="/adm-panel/"
          search={(now) => ({ ...now, queue })}
          replace
          resetScroll={false}
        />
      )}
      <QueueChoice current={queue} counted={counted}>
        <FilterChip
          pressed={filter !== undefined}
          title={t`Только взятые мной`}
          onClick={() => replace({ filter: filter ? undefined : { assignee: 'own' } })}
        >
          <Trans context="queues">Мои</Trans>
        </FilterChip>
      </QueueChoice>
      <SelectedRows key={queue} queue={queue}>
        {(selection, act) => (
          <InfiniteQueryBoundary
            query={workQueueQuery(queue, search)}
            skeleton={<SkeletonTable rows={8} columns={5} />}
            empty={
              <EmptyCard
                icon="check"
                tone="success"
                title={
                  filter
                    ? t`В этой очереди за вами ничего нет`
                    : isEverythingDone
                      ? t`Все очереди пусты`
                      : t`Очередь пуста`
                }
              >
                {note}
              </EmptyCard>
            }
          >
            {({ items, total }) => (
              <ListBar
                note={
                  <p className="max-w-text">
                    {sum && <Trans>Всего {sum}.</Trans>} {note} {advice && i18n._(advice)}
                  </p>
                }
                actions={selection?.bar(items)}
                tools={<ListFileLink list={`work-queue/${queue}/list`} query={takenOf(search)} total={total} />}
                list={
                  <Card padding="flush">
                    <OpenedDifference differences={differencesOf(items)} />
                    <OpenedTransfer items={items} />
                    <QueueTable queue={queue} items={items} selection={selection} onAct={act} />
                  </Card>
                }
              />
            )}
          </InfiniteQueryBoundary>
        )}
      </SelectedRows>
    </>
  )
}

/** Rows of the reconciliation as their dialog takes them. */
function differencesOf(items: readonly WorkQueueItem[]): Difference[] {
  return items.flatMap(({ id, differenceKind: kind, note, contact: payer, amount }) =>
    kind === null ? [] : [{ id, kind, payer, amount, externalId: note ?? '' }],
  )
}
