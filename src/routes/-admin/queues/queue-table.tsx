import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { WorkQueue } from '#contract/enumerations.ts'
import type { WorkQueueItem } from '#contract/people/school-work.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { paymentTitleAlone } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ContractLink } from '#src/routes/-admin/contract/contract-link.tsx'
import { differenceKindLabels } from '#src/routes/-admin/payments/difference-labels.ts'
import { UserCard } from '#src/routes/-admin/user/opened-user-card.tsx'
import { UserLink } from '#src/routes/-admin/user/user-labels.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { queueLabels } from './queue-labels.ts'
import type { Selection } from './selected-rows.tsx'
import { Taker } from './taker.tsx'

type QueueTableProps = { queue: WorkQueue; items: readonly WorkQueueItem[]; selection: Selection | null }

/** The rows of a queue: what is stuck, whose it is, since when it waits, and what leads to where it is mended. */
export function QueueTable({ queue, items, selection }: QueueTableProps) {
  const { t, i18n } = useLingui()
  const isImports = queue === 'imports'
  const isData = queue === 'data-requests'
  const columns: Column<WorkQueueItem>[] = [
    ...(selection ? [{ key: 'select', title: t`Выбор`, fitContent: true, cell: selection.cell }] : []),
    {
      key: 'what',
      title: isImports ? t`Файл` : t`Что`,
      rowHeader: true,
      cell: (item) => <What queue={queue} item={item} />,
    },
    ...(isImports
      ? [{ key: 'owner', title: t`Кто загрузил`, cell: ({ owner }: WorkQueueItem) => <Person person={owner} /> }]
      : [
          {
            key: 'student',
            title: isData ? t`О ком` : t`Ученик`,
            cell: ({ student }: WorkQueueItem) => <Person person={student} />,
          },
          {
            key: 'contact',
            title: t`Кого спросить`,
            cell: ({ contact }: WorkQueueItem) => <Person person={contact} />,
          },
        ]),
    ...(items.some(({ amount }) => amount !== null)
      ? [
          {
            key: 'amount',
            title: t`Сумма`,
            align: 'end' as const,
            cell: ({ amount }: WorkQueueItem) =>
              amount !== null && (
                <span className="whitespace-nowrap tabular-nums">{formatMoney(amount, i18n.locale)}</span>
              ),
          },
        ]
      : []),
    ...(isData
      ? [
          {
            key: 'due',
            title: t`Ответить до`,
            fitContent: true,
            cell: ({ dueOn }: WorkQueueItem) => <Due day={dueOn} />,
          },
        ]
      : []),
    { key: 'taker', title: t`Занимается`, fitContent: true, cell: (item) => <Taker queue={queue} item={item} /> },
    { key: 'age', title: t`Ждёт`, fitContent: true, cell: ({ since }) => <Age since={since} /> },
    { key: 'action', title: t`Что сделать`, fitContent: true, cell: (item) => <Action queue={queue} item={item} /> },
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
}

type RowProps = { queue: WorkQueue; item: WorkQueueItem }

function What({ queue, item }: RowProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { contract, count, awaits, paymentKind, differenceKind, since } = item
  const note =
    item.note && paymentKind
      ? paymentTitleAlone({ kind: paymentKind, title: item.note, dueOn: dates.dayOf(since) }, i18n)
      : item.note
  const faults = t`${plural(count ?? 0, { one: '# ошибка', few: '# ошибки', many: '# ошибок', other: '# ошибки' })}`
  const lost = t`${plural(count ?? 0, { one: '# сообщение', few: '# сообщения', many: '# сообщений', other: '# сообщения' })}`
  if (queue === 'messages') return <span className="tabular-nums">{lost}</span>
  if (queue === 'data-requests')
    return note === 'deletion' ? <Trans>Удалить данные</Trans> : <Trans>Исправить данные</Trans>
  if (differenceKind)
    return (
      <span className="flex flex-col wrap-anywhere">
        {i18n._(labelOf(differenceKindLabels, differenceKind))}
        <span className="text-sm text-ink-muted">{note}</span>
      </span>
    )
  return (
    <span className="flex flex-col wrap-anywhere">
      {contract ? <ContractLink {...contract} /> : (note ?? <Trans>Зачисление без договора</Trans>)}
      {contract && note && (
        <span className="text-sm text-ink-muted">
          <SchoolText>{note}</SchoolText>
        </span>
      )}
      {awaits && (
        <span className="text-sm text-ink-muted">
          {awaits === 'school' ? <Trans>нет подписи школы</Trans> : <Trans>нет подписи заказчика</Trans>}
        </span>
      )}
      {count !== null && <span className="text-sm text-ink-muted tabular-nums">{faults}</span>}
    </span>
  )
}

function Person({ person }: { person: WorkQueueItem['student'] }) {
  if (person === null) return null
  return (
    <UserLink id={person.id} onIntent={UserCard.prefetch}>
      {person.name}
    </UserLink>
  )
}

function Age({ since }: { since: string }) {
  const dates = useDates()
  const { today } = useSchoolNow()
  const day = dates.dayOf(since)
  return (
    <span className="flex flex-col whitespace-nowrap tabular-nums">
      <Plural
        value={Math.max(0, daysUntil(today, day))}
        _0="сегодня"
        one="# день"
        few="# дня"
        many="# дней"
        other="# дня"
      />
      <span className="text-sm text-ink-muted">{dates.dayWithYear(day)}</span>
    </span>
  )
}

/** The last day, and whether it is over. */
function Due({ day }: { day: string | null }) {
  const dates = useDates()
  const { today } = useSchoolNow()
  if (day === null) return null
  return (
    <span className="flex flex-col whitespace-nowrap tabular-nums">
      {dates.dayWithYear(day)}
      {day < today && (
        <span className="text-sm text-ink-error">
          <Trans>срок прошёл</Trans>
        </span>
      )}
    </span>
  )
}

/** Leads to where it is mended. */
function Action({ queue, item: { id, contract, contact, awaits } }: RowProps) {
  const ownId = useCurrentUserId()
  if (queue === 'imports')
    return (
      <ScreenLink to="/adm-panel" search={{ tab: 'imports', item: id }}>
        <Trans>Открыть загрузку</Trans>
      </ScreenLink>
    )
  if (queue === 'data-requests')
    return (
      <ScreenLink to="/adm-panel" search={{ tab: 'queues', queue, dialog: 'data-request', item: id }}>
        <Trans>Ответить</Trans>
      </ScreenLink>
    )
  if (queue === 'payment-differences')
    return (
      <ScreenLink to="/adm-panel" search={{ tab: 'queues', queue, dialog: 'difference', item: id }}>
        <Trans>Разобрать</Trans>
      </ScreenLink>
    )
  // One person may not sign for both sides.
  if (awaits === 'school' && contract && contact?.id !== ownId)
    return (
      <ScreenLink to="/adm-panel" search={{ tab: 'queues', queue, dialog: 'countersign', item: contract.uuid }}>
        <Trans>Подписать за школу</Trans>
      </ScreenLink>
    )
  if (contact === null) return null
  return (
    <ScreenLink to="/adm-panel" search={{ tab: 'queues', queue, user: contact.id }}>
      {queue === 'messages' ? <Trans>Проверить адрес</Trans> : <Trans>Открыть карточку</Trans>}
    </ScreenLink>
  )
}
