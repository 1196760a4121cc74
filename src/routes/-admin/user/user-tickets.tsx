import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { QueuedTicket } from '#contract/people/tickets.ts'
import { ticketQueueQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { ticketTopicLabels } from '#src/i18n/ticket-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { TicketStateBadge } from '#src/routes/-query/labels/ticket-state-badge.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'

const shownAtFirst = 5

/** Tickets that the user has written, and those about the user; those that wait for an answer are first. */
export function UserTickets({ id }: { id: string }) {
  const result = useInfiniteQuery(optionalQuery(ticketQueueQuery({ filter: { state: 'all', person: id } })))
  return (
    <QueryState
      result={result}
      skeleton={<SkeletonLine width="long" />}
      isEmpty={({ pages }) => pages[0]?.total === 0}
      empty={
        <p className="text-ink-muted">
          <Trans>Сообщений школе не было.</Trans>
        </p>
      }
    >
      {({ pages: [first] }) => (
        <>
          <List>
            {first?.items.slice(0, shownAtFirst).map((ticket) => (
              <TicketItem key={ticket.id} ticket={ticket} />
            ))}
          </List>
          {first && first.total > shownAtFirst && (
            <p>
              <ScreenLink to="/adm-panel" search={{ tab: 'tickets', filter: { state: 'all', person: id } }}>
                <Trans>Все сообщения: {first.total}</Trans>
              </ScreenLink>
            </p>
          )}
        </>
      )}
    </QueryState>
  )
}

function TicketItem({ ticket }: { ticket: QueuedTicket }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { id, number, subject, topic, state, createdAt } = ticket
  return (
    <ListItem
      title={
        <ScreenLink to="/adm-panel" search={{ tab: 'tickets', ticket: id }}>
          {subject}
        </ScreenLink>
      }
      note={[number, i18n._(labelOf(ticketTopicLabels, topic)), dates.dateTime(createdAt)].join(separator)}
      end={<TicketStateBadge state={state} />}
    />
  )
}
