import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/people/admin.ts'
import type { QueuedTicket } from '#contract/people/tickets.ts'
import { auditQuery, importAudit, ticketQueueQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { labelOf, lookUp, separator } from '#src/i18n/labels.ts'
import { ticketTopicLabels } from '#src/i18n/ticket-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { actionLabels, problemLabels } from '#src/routes/-admin/audit-log/audit-labels.ts'
import { UserCard } from '#src/routes/-admin/opened-user-card.tsx'
import { DueAt } from '#src/routes/-admin/tickets/ticket-table.tsx'
import { UserLink } from '#src/routes/-admin/user-labels.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { unknownLabel } from '#src/routes/-query/labels/badges.tsx'
import { TicketStateBadge } from '#src/routes/-query/labels/ticket-state-badge.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { AllEntriesLink, Rows } from './overview-rows.tsx'
import { SignInFailures } from './sign-in-failures.tsx'
import { UnmappedRoles } from './unmapped-roles.tsx'

const shownTickets = 8
const shownEntries = 5

/** What an administrator looks at first: the tickets whose norm ends first, failed sign-ins, roles without a rule, the last imports. */
export function OverviewTab() {
  return (
    <div className="grid items-start gap-lg xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <OpenTickets />
      <div className="grid items-start gap-lg md:grid-cols-2 xl:grid-cols-1">
        <SignInFailures />
        <UnmappedRoles />
        <LastImports />
      </div>
    </div>
  )
}

function OpenTickets() {
  const tickets = useInfiniteQuery(optionalQuery(ticketQueueQuery({})))
  return (
    <Card
      padding="flush"
      title={<Trans>Открытые сообщения</Trans>}
      aside={
        <span className="text-sm whitespace-nowrap tabular-nums">
          <ScreenLink to="/adm-panel" search={{ tab: 'tickets' }}>
            <Trans>
              Все<VisuallyHidden> сообщения</VisuallyHidden>
            </Trans>
            {tickets.data?.pages[0] && ` (${tickets.data.pages[0].total})`}
          </ScreenLink>
        </span>
      }
    >
      <Rows
        result={tickets}
        isEmpty={({ pages }) => pages[0]?.total === 0}
        empty={<Trans>На все сообщения ответили.</Trans>}
      >
        {({ pages }) =>
          pages[0]?.items.slice(0, shownTickets).map((ticket) => <TicketRow key={ticket.id} ticket={ticket} />)
        }
      </Rows>
    </Card>
  )
}

function TicketRow({ ticket: { id, number, topic, author, preview, state, dueAt } }: { ticket: QueuedTicket }) {
  const { i18n } = useLingui()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-lg gap-y-xs px-base py-sm md:px-lg">
      <div className="min-w-0 flex-1 basis-[280px]">
        <p className="line-clamp-1">{preview}</p>
        <p className="text-sm text-ink-muted tabular-nums">
          <ScreenLink to="/adm-panel" search={{ tab: 'tickets', ticket: id }}>
            {number}
          </ScreenLink>
          {separator}
          <UserLink id={author.id} onIntent={UserCard.prefetch}>
            {author.name}
          </UserLink>
          {separator}
          {i18n._(labelOf(ticketTopicLabels, topic))}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-sm gap-y-xxs text-sm md:flex-col md:items-end">
        <TicketStateBadge state={state} />
        {dueAt && <DueAt at={dueAt} isAlone />}
      </div>
    </li>
  )
}

function LastImports() {
  const entries = useInfiniteQuery(optionalQuery(auditQuery(importAudit)))
  return (
    <Card padding="flush" title={<Trans>Последние загрузки</Trans>} aside={<AllEntriesLink search={importAudit} />}>
      <Rows
        result={entries}
        isEmpty={({ pages }) => pages[0]?.total === 0}
        empty={<Trans>Загрузок ещё не было.</Trans>}
      >
        {({ pages }) =>
          pages[0]?.items.slice(0, shownEntries).map((entry) => <EntryRow key={entry.id} entry={entry} />)
        }
      </Rows>
    </Card>
  )
}

function EntryRow({ entry: { at, action, subject, actor, detail, problem } }: { entry: AuditEntry }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const label =
    problem === null ? lookUp(actionLabels, action, unknownLabel).text : lookUp(problemLabels, problem, null)
  const person = subject ?? actor
  return (
    <li className="px-base py-sm md:px-lg">
      <p className="flex items-baseline justify-between gap-base">
        <span className="min-w-0">{label ? i18n._(label) : <ProblemMessage type={problem ?? ''} />}</span>
        <span className="text-sm whitespace-nowrap text-ink-muted tabular-nums">{dates.dateTime(at)}</span>
      </p>
      <p className="text-sm break-words text-ink-muted">
        {person && (
          <UserLink id={person.id} onIntent={UserCard.prefetch}>
            {person.name}
          </UserLink>
        )}
        {person && detail && separator}
        {detail}
      </p>
    </li>
  )
}
