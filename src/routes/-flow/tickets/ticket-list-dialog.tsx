import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Ticket } from '#contract/people/tickets.ts'
import { plainText } from '#contract/plain-text.ts'
import { ticketsQuery } from '#src/api/schedule.ts'
import { DateTime } from '#src/i18n/date-time.tsx'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { ticketTopicLabels } from '#src/i18n/ticket-labels.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { TicketStateBadge } from '#src/routes/-query/labels/ticket-state-badge.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { openedHere } from '#src/routes/-query/use-screen-search.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock, SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { TicketButton } from './ticket-button.tsx'
import { useTicketSearch } from './use-ticket-search.ts'

const TicketConversation = lazyComponent(
  'ticket-conversation',
  () => import('./ticket-conversation.tsx'),
  'TicketConversation',
  () => <SkeletonBlock />,
)

/** The user's tickets with their states, or the conversation of one of them. */
export function TicketListDialog({ onClose }: { onClose: () => void }) {
  const { tickets, open } = useTicketSearch()
  const ticket = tickets === 'list' || tickets === 'new' ? undefined : tickets
  const write = (
    <TicketButton variant="primary" onClick={() => open({ tickets: 'new' })}>
      <Trans>Написать</Trans>
    </TicketButton>
  )
  return (
    <Dialog
      size="wide"
      onClose={onClose}
      title={ticket === undefined ? <Trans>Мои обращения</Trans> : <Trans>Обращение</Trans>}
      footer={ticket === undefined && write}
    >
      {ticket === undefined ? <TicketList /> : <TicketConversation key={ticket} id={ticket} />}
    </Dialog>
  )
}

function TicketList() {
  return (
    <QueryBoundary
      query={ticketsQuery()}
      skeleton={<SkeletonCards />}
      isEmpty={(tickets) => tickets.length === 0}
      empty={
        <EmptyState icon="conversations" title={<Trans>Вы ещё не писали в школу</Trans>}>
          <Trans>Здесь будут ваши обращения, их номера и ответы на них.</Trans>
        </EmptyState>
      }
    >
      {(tickets: readonly Ticket[]) => (
        <ul className="flex flex-col divide-y divide-line-soft rounded-lg border border-line-soft">
          {tickets.map((ticket) => (
            <li key={ticket.uuid}>
              <TicketRow ticket={ticket} />
            </li>
          ))}
        </ul>
      )}
    </QueryBoundary>
  )
}

function TicketRow({ ticket: { uuid, number, topic, state, contentHtml, createdAt, isUnread } }: { ticket: Ticket }) {
  const { i18n } = useLingui()
  return (
    <Link
      to="."
      search={(search) => ({ ...search, tickets: uuid })}
      state={openedHere}
      resetScroll={false}
      preload={false}
      onPointerEnter={TicketConversation.prefetch}
      onFocus={TicketConversation.prefetch}
      className="flex flex-wrap items-center gap-x-sm gap-y-xxs p-base hover:bg-surface-hover focus-visible:-outline-offset-2"
    >
      <span className={isUnread ? 'font-strong' : 'font-medium'}>{number}</span>
      {isUnread && (
        <span className="flex items-center gap-xxs text-sm text-ink-info">
          <span className="size-[8px] rounded-full bg-mark-info" />
          <Trans>новый ответ</Trans>
        </span>
      )}
      <span className="ml-auto">
        <TicketStateBadge state={state} />
      </span>
      <span className="basis-full truncate">{plainText(contentHtml)}</span>
      <span className="basis-full text-sm text-ink-muted">
        {i18n._(labelOf(ticketTopicLabels, topic))}
        {separator}
        <DateTime at={createdAt} />
      </span>
    </Link>
  )
}
