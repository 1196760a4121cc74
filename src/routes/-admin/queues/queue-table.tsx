import { Trans, useLingui } from '@lingui/react/macro'
import type { WorkQueue } from '#contract/enumerations.ts'
import type { WorkQueueItem } from '#contract/people/school-work.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { Age, Amount, Due, People, type QueueRowProps, Reminded, Telephone, What } from './queue-cells.tsx'
import { queueLabels } from './queue-labels.ts'
import { type Act, RowButtons } from './row-buttons.tsx'
import type { Selection } from './selected-rows.tsx'
import { Taker, useTaking } from './taker.tsx'

type QueueTableProps = {
  queue: WorkQueue
  items: readonly WorkQueueItem[]
  selection: Selection | null
  onAct: Act
}

/** The rows of a queue: what is stuck, whose it is, for how long, who deals with it, and what can be done. */
export function QueueTable(props: QueueTableProps) {
  return <Responsive from="xl" narrow={<NarrowRows {...props} />} wide={<WideTable {...props} />} />
}

function NarrowRows(props: QueueTableProps) {
  const { i18n } = useLingui()
  return (
    <ul aria-label={i18n._(labelOf(queueLabels, props.queue))} className="divide-y divide-line-soft">
      {props.items.map((item) => (
        <NarrowRow key={item.id} {...props} item={item} />
      ))}
    </ul>
  )
}

function NarrowRow({ queue, item, selection, onAct }: QueueTableProps & { item: WorkQueueItem }) {
  const taking = useTaking({ queue, item })
  return (
    <li className="flex gap-xs px-base py-sm text-sm">
      {selection?.cell(item)}
      <div className="flex min-w-0 flex-1 flex-col gap-xxs">
        <div className="flex items-start justify-between gap-sm">
          <span className="min-w-0 text-base font-medium">
            <What queue={queue} item={item} />
          </span>
          <span className="flex shrink-0 flex-col items-end">
            <span className="font-medium">
              <Amount amount={item.amount} />
            </span>
            <span className="text-ink-muted">
              {item.dueOn ? <Due day={item.dueOn} isInLine /> : <Age since={item.since} isInLine />}
            </span>
          </span>
        </div>
        <div className="flex flex-wrap items-end justify-between gap-x-sm">
          <People item={item} />
          <Reminded at={item.remindedAt} />
        </div>
        {item.contract && taking.name !== null && (
          <span className="text-ink-muted">
            <Trans>Кто отвечает: {taking.name}</Trans>
          </span>
        )}
        <div className="flex items-center justify-between gap-xs md:justify-start md:gap-base">
          <RowButtons queue={queue} item={item} onAct={onAct} taking={taking} />
          <Telephone item={item} isIconOnPhone />
          {!item.contract && <Taker taking={taking} />}
        </div>
      </div>
    </li>
  )
}

/** A cell of its own, because each row has its mutation. */
function WideTaker(props: QueueRowProps) {
  return <Taker taking={useTaking(props)} />
}

function WideTable({ queue, items, selection, onAct }: QueueTableProps) {
  const { t, i18n } = useLingui()
  const isImports = queue === 'imports'
  const columns: Column<WorkQueueItem>[] = [
    ...(selection ? [{ key: 'select', title: t`Выбор`, fitContent: true, cell: selection.cell }] : []),
    {
      key: 'what',
      title: isImports ? t`Файл` : t`Что`,
      rowHeader: true,
      cell: (item) => <What queue={queue} item={item} />,
    },
    {
      key: 'people',
      title: peopleTitle(),
      cell: (item) => (
        <People item={item}>
          <Telephone item={item} />
        </People>
      ),
    },
    ...(items.some(({ amount }) => amount !== null)
      ? [
          {
            key: 'amount',
            title: t`Сумма`,
            align: 'end' as const,
            cell: ({ amount }: WorkQueueItem) => <Amount amount={amount} />,
          },
        ]
      : []),
    ...(queue === 'data-requests'
      ? [
          {
            key: 'due',
            title: t`Ответить до`,
            fitContent: true,
            cell: ({ dueOn }: WorkQueueItem) => <Due day={dueOn} />,
          },
        ]
      : []),
    {
      key: 'age',
      title: queue === 'overdue' ? t`Просрочено` : t`Ждёт`,
      fitContent: true,
      cell: ({ since, remindedAt }) => (
        <Age since={since}>
          <Reminded at={remindedAt} />
        </Age>
      ),
    },
    { key: 'taker', title: t`Кто отвечает`, fitContent: true, cell: (item) => <WideTaker queue={queue} item={item} /> },
    {
      key: 'action',
      title: t`Что сделать`,
      fitContent: true,
      cell: (item) => <RowButtons queue={queue} item={item} onAct={onAct} />,
    },
  ]
  return (
    <Table
      isDense
      caption={i18n._(labelOf(queueLabels, queue))}
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
    />
  )

  function peopleTitle() {
    if (isImports) return t`Кто загрузил`
    if (queue === 'data-requests') return t`О ком и кого спросить`
    return queue === 'messages' ? t`Кому` : t`Ученик и плательщик`
  }
}
