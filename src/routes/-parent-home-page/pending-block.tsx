import { Trans } from '@lingui/react/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { optionalQuery } from '#src/api/call-query.ts'
import { groupTransfersQuery, groupWaitingListsQuery, ticketsQuery } from '#src/api/schedule.ts'
import { separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useNow } from '#src/routes/-query/use-now.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { EmptyBlock, HomeBlock, useChildNames } from './home-block.tsx'
import { type PendingItem, pendingTickets, pendingTransfers, pendingWaitingLists } from './home-page-items.ts'

/** Waiting lists, transfers and tickets that await an answer; each of the three queries may fail alone. */
export function PendingBlock() {
  const now = useNow()
  const waitingLists = useQuery(optionalQuery(groupWaitingListsQuery()))
  const transfers = useQuery(optionalQuery(groupTransfersQuery()))
  const tickets = useQuery(optionalQuery(ticketsQuery()))
  const missing = [waitingLists, transfers, tickets].filter(({ data }) => data === undefined)
  const rows = [
    ...pendingWaitingLists(waitingLists.data ?? []),
    ...pendingTransfers(transfers.data ?? []),
    ...pendingTickets(tickets.data ?? [], now),
  ]
  return (
    <HomeBlock title={<Trans>Ждёт ответа</Trans>}>
      <div className="flex flex-col gap-sm">
        {rows.length > 0 && (
          <Card padding="flush">
            <ul className="divide-y divide-line-soft">
              {rows.map((waiting) => (
                <li key={waiting.key}>
                  <PendingRow waiting={waiting} />
                </li>
              ))}
            </ul>
          </Card>
        )}
        {rows.length === 0 && missing.length === 0 && (
          <EmptyBlock icon="check">
            <Trans>
              Сейчас ничего не ждёт ответа. Здесь появятся места в очереди, смены групп и обращения в школу.
            </Trans>
          </EmptyBlock>
        )}
        <MissingParts parts={missing} isAlone={rows.length === 0} />
      </div>
    </HomeBlock>
  )
}

type PartialResult = Pick<UseQueryResult, 'error' | 'isFetching'> & { refetch: () => unknown }

/** Failed queries with a retry button; a skeleton is shown only if there is no other item. */
function MissingParts({ parts, isAlone }: { parts: readonly PartialResult[]; isAlone: boolean }) {
  const failed = parts.filter(({ error }) => error !== null)
  const [first] = failed
  if (first === undefined && !(isAlone && parts.length > 0)) return null
  const result = {
    data: undefined,
    error: first?.error ?? null,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => failed.map(({ refetch }) => refetch()),
  }
  return (
    <QueryState result={result} skeleton={<SkeletonCards count={1} />}>
      {() => null}
    </QueryState>
  )
}

function PendingRow({ waiting }: { waiting: PendingItem }) {
  const dates = useDates()
  const names = useChildNames()
  switch (waiting.kind) {
    case 'held': {
      const { groupTitle, groupUuid, contractUuid, studentUuid } = waiting.waitingList
      return (
        <Row
          icon="bell"
          to={{ to: '/change-schedule', search: { contract: contractUuid, group: groupUuid } }}
          title={<Trans>Для вас держат место в группе</Trans>}
          badge={
            <Badge tone="info">
              <Trans>ответьте до {dates.dateTime(waiting.until)}</Trans>
            </Badge>
          }
          note={[names([studentUuid]), groupTitle]}
        />
      )
    }
    case 'waiting': {
      const { groupTitle, studentUuid } = waiting.waitingList
      return (
        <Row
          icon="list"
          to={{ to: '/change-schedule' }}
          title={<Trans>В очереди, место {waiting.position}</Trans>}
          note={[names([studentUuid]), groupTitle]}
        />
      )
    }
    case 'transfer': {
      const { studentUuid, effectiveFrom, to } = waiting.transfer
      return (
        <Row
          icon="switch"
          to={{ to: '/change-schedule' }}
          title={<Trans>Смена группы с {dates.day(effectiveFrom)}</Trans>}
          note={[names([studentUuid]), to.title]}
        />
      )
    }
    case 'ticket': {
      const { uuid, number, createdAt } = waiting.ticket
      return (
        <Row
          icon="email"
          to={{ to: '.', search: (search: object) => ({ ...search, tickets: uuid }), resetScroll: false }}
          title={waiting.isAnswered ? <Trans>Школа ответила на обращение</Trans> : <Trans>Обращение ждёт ответа</Trans>}
          note={[number, dates.day(dates.dayOf(createdAt))]}
        />
      )
    }
  }
}

type RowProps = {
  icon: IconName
  to: { to: string; search?: object | ((search: object) => object); resetScroll?: false }
  title: ReactNode
  badge?: ReactNode
  note: readonly string[]
}

function Row({ icon, to, title, badge, note }: RowProps) {
  return (
    <Link
      {...to}
      className="flex items-center gap-sm px-base py-sm hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
    >
      <span className="text-ink-muted">
        <Icon name={icon} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
          <span className="font-medium">{title}</span>
          {badge}
        </span>
        <span className="block text-sm text-ink-muted">{note.filter(Boolean).join(separator)}</span>
      </span>
      <span className="text-ink-muted">
        <Icon name="arrow-right" />
      </span>
    </Link>
  )
}
