import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AuditEntry, OpenTicket } from '#contract/people/admin.ts'
import type { AdminPanelSearch } from '#contract/screen-search.ts'
import { importAudit, refusedSignInAudit } from '#contract/screens.ts'
import { auditQuery, openTicketsQuery } from '#src/api/admin.ts'
import { lookUp, separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { LabelBadge, unknownLabel } from '#src/routes/-shell/labels/badges.tsx'
import { ProblemMessage } from '#src/routes/-shell/query/error-message.tsx'
import { QueryState } from '#src/routes/-shell/query/query-boundary.tsx'
import { ScreenLink } from '#src/routes/-shell/shell/router-link.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { actionLabels, problemLabels } from './audit-log/audit-labels.ts'
import { UserCard } from './opened-user-card.tsx'
import { UserLink } from './user-labels.tsx'

const shownEntries = 6

/** What an administrator looks at first: open tickets, refused sign-ins, the last imports. */
export function OverviewTab() {
  return (
    <div className="grid items-start gap-lg lg:grid-cols-2 xl:grid-cols-3">
      <OpenTickets />
      <AuditBlock
        title={<Trans>Неудачные входы</Trans>}
        search={refusedSignInAudit}
        empty={<Trans>Отказов при входе не было.</Trans>}
      />
      <AuditBlock
        title={<Trans>Последние загрузки</Trans>}
        search={importAudit}
        empty={<Trans>Загрузок ещё не было.</Trans>}
      />
    </div>
  )
}

function OpenTickets() {
  const tickets = useQuery({ ...openTicketsQuery(), meta: { optional: true } })
  return (
    <Card
      padding="flush"
      title={<Trans>Открытые обращения</Trans>}
      aside={
        <span className="text-sm whitespace-nowrap tabular-nums">
          <ScreenLink to="/adm-panel" search={{ tab: 'tickets' }}>
            <Trans>
              Все<VisuallyHidden> обращения</VisuallyHidden>
            </Trans>
            {tickets.data && ` (${tickets.data.total})`}
          </ScreenLink>
        </span>
      }
    >
      <Rows result={tickets} isEmpty={({ total }) => total === 0} empty={<Trans>На все обращения ответили.</Trans>}>
        {({ items }) => items.map((ticket) => <TicketRow key={ticket.uuid} ticket={ticket} />)}
      </Rows>
    </Card>
  )
}

function TicketRow({ ticket: { uuid, number, author, createdAt, state } }: { ticket: OpenTicket }) {
  const dates = useDates()
  return (
    <li className="px-base py-sm md:px-lg">
      <span className="flex flex-wrap items-center gap-x-sm">
        <UserLink id={author.id} onIntent={UserCard.prefetch}>
          {author.name}
        </UserLink>
        <Badge tone={state === 'received' ? 'warning' : 'info'}>
          {state === 'received' ? <Trans>новое</Trans> : <Trans>в работе</Trans>}
        </Badge>
      </span>
      <span className="block text-sm text-ink-muted tabular-nums">
        <ScreenLink to="/adm-panel" search={{ tab: 'tickets', ticket: uuid }}>
          {number}
        </ScreenLink>
        {separator}
        {dates.dateTime(createdAt)}
      </span>
    </li>
  )
}

type AuditBlockProps = { title: ReactNode; search: AdminPanelSearch; empty: ReactNode }

/** The newest entries of a part of the audit log. */
function AuditBlock({ title, search, empty }: AuditBlockProps) {
  const entries = useInfiniteQuery({ ...auditQuery(search), meta: { optional: true } })
  return (
    <Card
      padding="flush"
      title={title}
      aside={
        <span className="text-sm">
          <ScreenLink to="/adm-panel" search={search}>
            <Trans>
              Все<VisuallyHidden> записи журнала</VisuallyHidden>
            </Trans>
          </ScreenLink>
        </span>
      }
    >
      <Rows result={entries} isEmpty={({ pages }) => pages[0]?.total === 0} empty={empty}>
        {({ pages }) =>
          pages[0]?.items.slice(0, shownEntries).map((entry) => <EntryRow key={entry.id} entry={entry} />)
        }
      </Rows>
    </Card>
  )
}

function EntryRow({ entry: { at, action, subject, actor, command, detail, problem } }: { entry: AuditEntry }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const reason = problem === null ? undefined : lookUp(problemLabels, problem, undefined)
  const person = subject ?? actor
  return (
    <li className="px-base py-sm md:px-lg">
      <span className="flex flex-wrap items-center gap-x-sm">
        <span className="font-medium tabular-nums">{dates.dateTime(at)}</span>
        {problem === null && <LabelBadge label={lookUp(actionLabels, action, unknownLabel)} />}
      </span>
      {problem !== null && <span className="block">{reason ? i18n._(reason) : <ProblemMessage type={problem} />}</span>}
      <span className="block text-sm text-ink-muted">
        {person && (
          <UserLink id={person.id} onIntent={UserCard.prefetch}>
            {person.name}
          </UserLink>
        )}
        {person && (command || detail) && separator}
        {[command, detail].filter(Boolean).join(separator)}
      </span>
    </li>
  )
}

type RowsProps<Data> = {
  result: Parameters<typeof QueryState<Data>>[0]['result']
  isEmpty: (data: Data) => boolean
  empty: ReactNode
  children: (data: Data) => ReactNode
}

function Rows<Data>({ result, isEmpty, empty, children }: RowsProps<Data>) {
  return (
    <div className="border-t border-line-soft">
      <QueryState
        result={result}
        skeleton={<SkeletonCards count={1} />}
        isEmpty={isEmpty}
        empty={<p className="px-base py-sm text-ink-muted md:px-lg">{empty}</p>}
      >
        {(data) => <ul className="divide-y divide-line-soft">{children(data)}</ul>}
      </QueryState>
    </div>
  )
}
