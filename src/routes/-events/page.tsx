import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SchoolEvent } from '#contract/learning/events.ts'
import { eventsQuery } from '#src/api/events.ts'
import { splitByTime } from '#src/domain/events.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Tabs } from '#src/ui/data/tabs.tsx'
import { EmptyCard, EmptyState, NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonLine, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { FoldingBar } from '#src/ui/layout/folding-bar.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { EventFilters, EventFiltersButton, filterEvents } from './event-filters.tsx'
import { EventDialogRoute, EventList } from './event-list.tsx'

export default function EventsPage() {
  const { t } = useLingui()
  const title = useScreenTitle()
  return (
    <FoldingBar
      bar={
        <PageHeading
          isCompact
          actions={
            <>
              <ShownEventsFilters />
              <ButtonLink to="/news" size="small">
                <span>
                  <span aria-hidden="true" className="md:hidden">
                    <Trans>Новости</Trans>
                  </span>
                  <span className="max-md:sr-only">
                    <Trans>Новости школы</Trans>
                  </span>
                </span>
              </ButtonLink>
            </>
          }
        >
          {title('events')}
        </PageHeading>
      }
    >
      <QueryBoundary
        query={eventsQuery()}
        skeleton={<EventsSkeleton />}
        isEmpty={(events) => events.length === 0}
        empty={
          <EmptyCard icon="events" title={t`Мероприятий пока нет`}>
            <Trans>Здесь появятся дни открытых дверей, олимпиады и встречи. Загляните через несколько дней.</Trans>
          </EmptyCard>
        }
      >
        {(events) => <Events events={events} />}
      </QueryBoundary>
    </FoldingBar>
  )
}

/** The filters of a phone for the events of the chosen tab. */
function ShownEventsFilters() {
  const { search } = useScreenSearch('events')
  const { data: events = [] } = useQuery(eventsQuery())
  const { upcoming, past } = splitByTime(events, useNow())
  return <EventFiltersButton events={search.when === 'past' ? past : upcoming} />
}

function Events({ events }: { events: readonly SchoolEvent[] }) {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('events')
  const now = useNow()
  const { upcoming, past } = splitByTime(events, now)
  const { when = 'upcoming' } = search
  return (
    <>
      <EventDialogRoute events={events} now={now} />
      <Tabs
        label={t`Мероприятия`}
        value={when}
        onChange={(tab) => replace({ when: tab === 'past' ? tab : undefined, event: undefined })}
        tabs={[
          { key: 'upcoming', label: <Trans>Предстоящие</Trans>, count: upcoming.length },
          { key: 'past', label: <Trans>Прошедшие</Trans>, count: past.length },
        ]}
      >
        {when === 'past' ? (
          <FilteredEvents events={past} now={now} empty={<NoPastEvents />} />
        ) : (
          <FilteredEvents events={upcoming} now={now} empty={<NoUpcomingEvents />} />
        )}
      </Tabs>
    </>
  )
}

function FilteredEvents({ events, now, empty }: { events: readonly SchoolEvent[]; now: number; empty: ReactNode }) {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('events')
  const shown = filterEvents(events, search.filter ?? {})
  if (events.length === 0) return <Card>{empty}</Card>
  return (
    <div className="flex flex-col gap-lg max-md:-mt-xs">
      <EventFilters events={events} />
      <p role="status" className="sr-only">
        <Trans>
          Показано {shown.length} из {events.length}
        </Trans>
      </p>
      {shown.length > 0 ? (
        <EventList events={shown} now={now} />
      ) : (
        <NoMatches
          title={t`Таких мероприятий нет`}
          resetLabel={<Trans>Показать все мероприятия</Trans>}
          onReset={() => replace({ filter: undefined })}
        >
          <Trans>Под выбранные условия не подходит ни одно мероприятие.</Trans>
        </NoMatches>
      )}
    </div>
  )
}

function NoUpcomingEvents() {
  const { t } = useLingui()
  return (
    <EmptyState icon="events" title={t`Новых мероприятий пока нет`}>
      <Trans>Загляните через несколько дней.</Trans>
    </EmptyState>
  )
}

function NoPastEvents() {
  const { t } = useLingui()
  return (
    <EmptyState icon="events" title={t`Прошедших мероприятий нет`}>
      <Trans>Мероприятия остаются здесь в течение года.</Trans>
    </EmptyState>
  )
}

function EventsSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <SkeletonLine width="half" height="control" />
      <SkeletonLine width="long" height="heading" />
      <SkeletonTable rows={8} columns={2} />
    </div>
  )
}
