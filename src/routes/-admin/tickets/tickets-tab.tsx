import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ticketFilterOf, ticketQueueQuery } from '#src/api/admin.ts'
import { ListBar } from '#src/routes/-admin/list-bar.tsx'
import { ListFileLink } from '#src/routes/-admin/list-file-link.tsx'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { EmptyCard, NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { ResponseTimes } from './response-times.tsx'
import { TicketFilters } from './ticket-filters.tsx'
import { TicketTable } from './ticket-table.tsx'

export const OpenedTicket = lazyComponent(
  'ticket-desk',
  () => import('./opened-ticket.tsx'),
  'OpenedTicket',
  () => <SkeletonBlock />,
)

/** The queue of tickets, or the ticket that is open. */
export function TicketsTab() {
  const { search } = useScreenSearch('admin')
  return search.ticket === undefined ? <TicketQueue /> : <OpenedTicket key={search.ticket} id={search.ticket} />
}

function TicketQueue() {
  const { search } = useScreenSearch('admin')
  const isFiltered = Object.values(ticketFilterOf(search)).some((part) => part !== undefined)
  return (
    <div ref={passFocusUp} className="flex flex-col gap-xs md:gap-base">
      <TicketFilters />
      <InfiniteQueryBoundary
        query={ticketQueueQuery(search)}
        skeleton={<SkeletonTable rows={8} columns={4} />}
        empty={isFiltered ? <NoMatchingTickets /> : <NoOpenTickets />}
      >
        {({ items, total }) => (
          <ListBar
            note={
              <p role="status">
                <Plural value={total} one="# сообщение" few="# сообщения" many="# сообщений" other="# сообщения" />
              </p>
            }
            tools={<ListFileLink list="ticket/queue" query={ticketFilterOf(search)} total={total} />}
            list={
              <Card padding="flush">
                <TicketTable tickets={items} onIntent={OpenedTicket.prefetch} />
              </Card>
            }
          />
        )}
      </InfiniteQueryBoundary>
      <ResponseTimes />
    </div>
  )
}

function NoOpenTickets() {
  const { t } = useLingui()
  return (
    <EmptyCard icon="check" tone="success" title={t`На все сообщения ответили`}>
      <Trans>Новые появятся здесь сами. Прежние видны, если выбрать другой статус.</Trans>
    </EmptyCard>
  )
}

function NoMatchingTickets() {
  const { t } = useLingui()
  const { replace } = useScreenSearch('admin')
  return (
    <NoMatches
      title={t`Таких сообщений нет`}
      resetLabel={<Trans>Показать открытые сообщения</Trans>}
      onReset={() => replace({ search: undefined, filter: undefined })}
    >
      <Trans>Под выбранные условия не подходит ни одно сообщение.</Trans>
    </NoMatches>
  )
}
