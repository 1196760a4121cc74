import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type WorkQueue, workQueues } from '#contract/enumerations.ts'
import type { WorkQueueItem } from '#contract/people/school-work.ts'
import { pendingWorkQuery, takenOf, workQueueQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { ListBar } from '#src/routes/-admin/list-bar.tsx'
import { ListFileLink } from '#src/routes/-admin/list-file-link.tsx'
import type { Difference } from '#src/routes/-admin/payments/difference-dialog.tsx'
import { OpenedDifference } from '#src/routes/-admin/payments/opened-difference.tsx'
import { RouterLink } from '#src/routes/-flow/router-link.tsx'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { LinkTabs } from '#src/ui/data/link-tabs.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { queueLabels } from './queue-labels.ts'
import { QueueTable } from './queue-table.tsx'
import { SelectedRows } from './selected-rows.tsx'

/** What is stuck, by kind: whose it is, since when it waits, and where it is mended. */
export function QueuesTab() {
  const { t, i18n } = useLingui()
  const { search, replace } = useScreenSearch('admin')
  const queue = search.queue ?? 'unsigned-unpaid'
  const filter = search.filter?.assignee === 'own' ? ({ assignee: 'own' } as const) : undefined
  const { data: work } = useQuery(optionalQuery(pendingWorkQuery()))
  const counts = new Map(work?.queues.map((each) => [each.queue, each.count]))
  return (
    <>
      <LinkTabs
        label={t`Что показать`}
        Link={RouterLink}
        current={queue}
        tabs={workQueues.map((key) => ({
          key,
          href: `/adm-panel${formatQueryString({ tab: 'queues', queue: key, filter })}`,
          label: (
            <span className="flex gap-xs">
              {i18n._(labelOf(queueLabels, key))}
              {counts.has(key) && <span className="font-normal tabular-nums">{counts.get(key)}</span>}
            </span>
          ),
        }))}
      />
      <div className="mb-sm print:hidden">
        <Checkbox
          checked={filter !== undefined}
          onChange={({ target }) => replace({ filter: target.checked ? { assignee: 'own' } : undefined })}
        >
          <Trans>Только взятые мной</Trans>
        </Checkbox>
      </div>
      <SelectedRows key={queue} queue={queue}>
        {(selection) => (
          <InfiniteQueryBoundary
            query={workQueueQuery(queue, search)}
            skeleton={<SkeletonTable rows={8} columns={5} />}
            empty={
              <EmptyCard
                icon="check"
                tone="success"
                title={filter ? t`Здесь вы ничего не взяли` : t`Здесь ничего не застряло`}
              >
                <QueueNote queue={queue} />
              </EmptyCard>
            }
          >
            {({ items, total }) => (
              <ListBar
                tools={<ListFileLink list={`work-queue/${queue}/list`} query={takenOf(search)} total={total} />}
                list={
                  <Card padding="flush">
                    <QueueTable queue={queue} items={items} selection={selection} />
                  </Card>
                }
              >
                <OpenedDifference differences={differencesOf(items)} />
                <p className="max-w-text">
                  <QueueNote queue={queue} />
                </p>
                {selection?.bar(items)}
              </ListBar>
            )}
          </InfiniteQueryBoundary>
        )}
      </SelectedRows>
    </>
  )
}

/** When something is listed here, and how it leaves the list. */
function QueueNote({ queue }: { queue: WorkQueue }) {
  switch (queue) {
    case 'unsigned-unpaid':
      return <Trans>Семья не подписала договор и ничего не заплатила. Напишите или позвоните заказчику.</Trans>
    case 'paid-unsigned':
      return <Trans>Деньги есть, а подписи заказчика или школы нет. Без обеих подписей договор не подтвердить.</Trans>
    case 'places-ending':
      return <Trans>Без оплаты или подписи место не позже чем через два дня получит следующий в очереди.</Trans>
    case 'overdue':
      return <Trans>Срок прошёл, а платёж не внесён. Автоплатежи и платежи из банка уходят отсюда сами.</Trans>
    case 'payment-errors':
      return <Trans>Платёж отмечен ошибочным. Деньги за него можно зачислить, пока он не закрыт.</Trans>
    case 'payment-differences':
      return (
        <Trans>
          Платёжный сервис и кабинет знают о деньгах разное. Строка уйдёт отсюда, когда сверка сойдётся или вы отметите
          её разобранной.
        </Trans>
      )
    case 'transfers':
      return <Trans>Смена группы назначена, но ещё не вступила в силу.</Trans>
    case 'certificates':
      return <Trans>Семья ждёт справку об оплате обучения.</Trans>
    case 'imports':
      return <Trans>В файле остались ошибки. Загрузка уйдёт отсюда, когда тот же файл загрузится без ошибок.</Trans>
    case 'data-requests':
      return (
        <Trans>
          Люди просят исправить или удалить их данные. Об исправлении отвечают за 7 рабочих дней, об удалении за 10 (без
          суббот и воскресений; праздники кабинет не знает).
        </Trans>
      )
    case 'messages':
      return <Trans>Письма и СМС за неделю не дошли. Проверьте адрес и телефон.</Trans>
  }
}

/** Rows of the reconciliation as their dialog takes them. */
function differencesOf(items: readonly WorkQueueItem[]): Difference[] {
  return items.flatMap(({ id, differenceKind: kind, note, contact: payer, amount }) =>
    kind === null ? [] : [{ ...{ id, kind, payer, amount }, externalId: note ?? '' }],
  )
}
