import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { QueuedTicket } from '#contract/people/tickets.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { ticketRecipientText, ticketTopicLabels } from '#src/i18n/ticket-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { UserCard } from '#src/routes/-admin/opened-user-card.tsx'
import { UserLink } from '#src/routes/-admin/user-labels.tsx'
import { TicketStateBadge } from '#src/routes/-query/labels/ticket-state-badge.tsx'
import { useNow } from '#src/routes/-query/use-now.ts'
import { openedHere } from '#src/routes/-query/use-screen-search.ts'
import { classNames } from '#src/ui/class-names.ts'
import { NoValue } from '#src/ui/data/badge.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'

type TicketTableProps = { tickets: readonly QueuedTicket[]; onIntent: () => void }

/** A row per ticket; on a phone what it is about and when its norm is over. */
export function TicketTable(props: TicketTableProps) {
  return <Responsive from="md" narrow={<NarrowRows {...props} />} wide={<WideTable {...props} />} />
}

function NarrowRows({ tickets, onIntent }: TicketTableProps) {
  const { t, i18n } = useLingui()
  return (
    <ul aria-label={t`Сообщения`} className="divide-y divide-line-soft">
      {tickets.map((ticket) => (
        <li key={ticket.id} className="relative px-base py-sm">
          <p className="flex items-start justify-between gap-xs">
            <span className="min-w-0">
              {ticket.author.name}: {i18n._(labelOf(ticketTopicLabels, ticket.topic))}
            </span>
            <span className="shrink-0">
              <TicketStateBadge state={ticket.state} />
            </span>
          </p>
          <TicketLink ticket={ticket} onIntent={onIntent} isStretched />
          {ticket.dueAt && (
            <p className="text-sm">
              <DueAt at={ticket.dueAt} isAlone />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

function WideTable({ tickets, onIntent }: TicketTableProps) {
  const { t, i18n } = useLingui()
  const columns: Column<QueuedTicket>[] = [
    {
      key: 'ticket',
      title: t`Сообщение`,
      rowHeader: true,
      cell: (ticket) => <TicketLink ticket={ticket} onIntent={onIntent} />,
    },
    {
      key: 'author',
      title: t`Автор`,
      cell: ({ author }) => (
        <UserLink id={author.id} onIntent={UserCard.prefetch}>
          {author.name}
        </UserLink>
      ),
    },
    { key: 'topic', title: t`Тема`, cell: ({ topic }) => i18n._(labelOf(ticketTopicLabels, topic)) },
    { key: 'state', title: t`Статус`, fitContent: true, cell: ({ state }) => <TicketStateBadge state={state} /> },
    {
      key: 'assignee',
      title: t`Кто отвечает`,
      cell: ({ assignee, recipient }) =>
        assignee?.name ?? (recipient ? ticketRecipientText(i18n, recipient) : <NoValue>{t`никто`}</NoValue>),
    },
    {
      key: 'due',
      title: t`Ответить до`,
      cell: ({ dueAt }) =>
        dueAt && (
          <span className="block min-w-[104px] xl:whitespace-nowrap">
            <DueAt at={dueAt} />
          </span>
        ),
    },
  ]
  return <Table isDense caption={t`Сообщения`} columns={columns} rows={tickets} rowKey={({ id }) => id} />
}

type TicketLinkProps = {
  ticket: QueuedTicket
  onIntent: () => void
  /** Covers its whole row, which is positioned. */
  isStretched?: boolean
}

function TicketLink({ ticket: { id, number, preview }, onIntent, isStretched = false }: TicketLinkProps) {
  return (
    <>
      <Link
        from="/adm-panel/"
        to="/adm-panel/"
        search={(search) => ({ ...search, ticket: id })}
        state={openedHere}
        preload={false}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        className={classNames(
          'text-sm font-medium whitespace-nowrap tabular-nums',
          isStretched ? stretchedLink : 'rounded-xs underline-offset-4 hover:text-ink-link hover:underline',
        )}
      >
        {number}
      </Link>
      <span className="line-clamp-2 max-w-[48ch] text-sm font-normal text-ink-muted">{preview}</span>
    </>
  )
}

/** When the norm is over; red where it is. `isAlone`: no heading says what it is. */
export function DueAt({ at, isAlone = false }: { at: string; isAlone?: boolean }) {
  const dates = useDates()
  const isOverdue = Date.parse(at) < useNow()
  return (
    <time dateTime={at} className={isOverdue ? 'font-medium text-ink-error tabular-nums' : 'tabular-nums'}>
      {isOverdue && <Trans>просрочено с {dates.dateTime(at)}</Trans>}
      {!isOverdue && (isAlone ? <Trans>ответить до {dates.dateTime(at)}</Trans> : dates.dateTime(at))}
    </time>
  )
}
