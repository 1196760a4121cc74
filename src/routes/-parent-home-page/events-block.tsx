import { Trans } from '@lingui/react/macro'
import type { SchoolEvent } from '#contract/learning/events.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { eventsQuery } from '#src/api/events.ts'
import { shortAddress } from '#src/domain/address-text.ts'
import { eventTimeText, splitByTime } from '#src/domain/events.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { HomeBlock } from '#src/routes/-flow/home/home-block.tsx'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useNow } from '#src/routes/-query/use-now.ts'
import { DateTile } from '#src/ui/data/badge.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'

/** A phone has room for the first. */
const maxEvents = 3

export function EventsBlock() {
  return (
    <HomeBlock
      title={<Trans>Мероприятия</Trans>}
      link={
        <ScreenLink to="/events">
          <Trans>Все мероприятия</Trans>
        </ScreenLink>
      }
    >
      <QueryBoundary query={optionalQuery(eventsQuery())} skeleton={<SkeletonCards count={1} />}>
        {(events) => <UpcomingEvents events={events} />}
      </QueryBoundary>
    </HomeBlock>
  )
}

function UpcomingEvents({ events }: { events: readonly SchoolEvent[] }) {
  const near = splitByTime(events, useNow()).upcoming.slice(0, maxEvents)
  if (near.length === 0) {
    return (
      <EmptyCard icon="events" title={<Trans>Пока ничего не намечено</Trans>}>
        <Trans>Здесь появятся ближайшие мероприятия школы.</Trans>
      </EmptyCard>
    )
  }
  return (
    <Card padding="flush">
      <ul className="divide-y divide-line-soft max-md:divide-y-0 max-md:[&>:nth-child(n+2)]:hidden">
        {near.map((event) => (
          <li key={event.uuid}>
            <EventRow event={event} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function EventRow({ event }: { event: SchoolEvent }) {
  const dates = useDates()
  const { uuid, title, startsAt, place } = event
  const day = dates.dayOf(startsAt)
  return (
    <HomeRow
      start={{ content: <DateTile day={day} weekday={dates.weekdayShort(day)} size="small" /> }}
      to={{ to: '/events', search: { event: uuid } }}
      title={title}
      note={[eventTimeText(event, dates), place && shortAddress(place)]}
    />
  )
}
