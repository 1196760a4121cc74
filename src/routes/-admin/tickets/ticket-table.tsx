import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { QueuedTicket } from '#contract/people/tickets.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { ticketTopicLabels } from '#src/i18n/ticket-labels.ts'
import { Answerer, DueAt } from '#src/routes/-admin/ticket-answerer.tsx'
import { UserCard } from '#src/routes/-admin/user/opened-user-card.tsx'
import { UserLink } from '#src/routes/-admin/user/user-labels.tsx'
import { TicketStateBadge } from '#src/routes/-query/labels/ticket-state-badge.tsx'
import { openedHere } from '#src/routes/-query/use-screen-search.ts'
import { classNames } from '#src/ui/class-names.ts'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'

type TicketTableProps = { tickets: readonly QueuedTicket[]; onIntent: () => void }

/** A row per ticket: what it is about, of whom, who answers it and until when. */
export function TicketTable(props: TicketTableProps) {
  return <Responsive from="md" narrow={<NarrowRows {...props} />} wide={<WideTable {...props} />} />
}

function NarrowRows({ tickets, onIntent }: TicketTableProps) {
  const { t, i18n } = useLingui()
  return (
    <ul aria-label={t`Сообщения`} className="divide-y divide-line-soft">
      {tickets.map((ticket) => (
        <li key={ticket.id} className="relative px-base py-sm">
          {/* One line: what is cut is the topic, after the people. */}
          <TicketLink ticket={ticket} onIntent={onIntent} isStretched>
            {[
              ticket.author.name,
              ticket.student && firstNameOf(ticket.student.name),
              i18n._(labelOf(ticketTopicLabels, ticket.topic)),
            ]}
          </TicketLink>
          <p className="flex flex-wrap items-center justify-between gap-x-base text-sm">
            <span className="shrink-0">
              {ticket.dueAt ? <DueAt at={ticket.dueAt} isAlone /> : <TicketStateBadge state={ticket.state} />}
            </span>
            <Answerer ticket={ticket} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Names of tickets begin with the first name. */
function firstNameOf(name: string): string {
  return name.split(' ')[0] ?? name
}

function WideTable({ tickets, onIntent }: TicketTableProps) {
  const { t, i18n } = useLingui()
  const columns: Column<QueuedTicket>[] = [
    {
      key: 'ticket',
      title: t`Сообщение`,
      rowHeader: true,
      cell: (ticket) => (
        <TicketLink ticket={ticket} onIntent={onIntent}>
          {[
            <UserLink key="author" id={ticket.author.id} onIntent={UserCard.prefetch}>
              {ticket.author.name}
            </UserLink>,
            i18n._(labelOf(ticketTopicLabels, ticket.topic)),
            ticket.number,
            ticket.student && <Trans key="student">о ком: {ticket.student.name}</Trans>,
          ]}
        </TicketLink>
      ),
    },
    { key: 'state', title: t`Статус`, fitContent: true, cell: ({ state }) => <TicketStateBadge state={state} /> },
    {
      key: 'assignee',
      title: t`Кто отвечает`,
      fitContent: true,
      cell: (ticket) => <Answerer ticket={ticket} />,
    },
    {
      key: 'due',
      title: t`Ответить до`,
      fitContent: true,
      cell: ({ dueAt }) =>
        dueAt && (
          <span className="block min-w-[104px] md:max-xl:whitespace-normal">
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
  /** What is said of it; what is null is left out. */
  children: readonly ReactNode[]
}

/** What the ticket is about; below it `children`. */
function TicketLink({ ticket, onIntent, isStretched = false, children }: TicketLinkProps) {
  const { id, number, subject } = ticket
  return (
    <>
      <Link
        from="/adm-panel/"
        to="/adm-panel/"
        search={(search) => ({ ...search, ticket: id })}
        state={openedHere}
        preload={false}
        aria-label={`${number}: ${subject}`}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        className={classNames(
          'line-clamp-2 text-base font-medium wrap-anywhere',
          isStretched ? stretchedLink : 'rounded-xs underline-offset-4 hover:text-ink-link hover:underline',
        )}
      >
        {subject}
      </Link>
      <span className={classNames('block text-sm font-normal text-ink-muted tabular-nums', isStretched && 'truncate')}>
        {children.filter(Boolean).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order.
          <Fragment key={index}>
            {index > 0 && separator}
            {part}
          </Fragment>
        ))}
      </span>
    </>
  )
}
