import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { SchoolEvent } from '#contract/events.ts'
import { eventsQuery } from '#src/api/events.ts'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { ScreenLink } from '#src/routes/-frame/router-link.tsx'
import { useNow } from '#src/routes/-frame/use-moment.ts'
import { byTime, eventHours } from '#src/school/events.ts'
import { Card } from '#src/ui/card.tsx'
import { DateTile } from '#src/ui/date-tile.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonCards } from '#src/ui/skeleton.tsx'
import { alone, Block } from './block.tsx'

const shown = 3

/** The nearest events of the school. */
export function EventsBlock() {
  return (
    <Block
      title={<Trans>Мероприятия</Trans>}
      link={
        <ScreenLink to="/events">
          <Trans>Все мероприятия</Trans>
        </ScreenLink>
      }
    >
      <Loaded query={alone(eventsQuery())} skeleton={<SkeletonCards count={1} />}>
        {(events) => <NearEvents events={events} />}
      </Loaded>
    </Block>
  )
}

function NearEvents({ events }: { events: readonly SchoolEvent[] }) {
  const near = byTime(events, useNow()).upcoming.slice(0, shown)
  if (near.length === 0) {
    return (
      <Card>
        <EmptyState icon="events" title={<Trans>Пока ничего не намечено</Trans>}>
          <Trans>Здесь появятся ближайшие мероприятия школы.</Trans>
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card padding="flush">
      <ul className="divide-y divide-line-soft">
        {near.map((event) => (
          <li key={event.uuid}>
            <EventRow event={event} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** An event by its title and time; it opens its details on the events page. */
function EventRow({ event }: { event: SchoolEvent }) {
  const dates = useDates()
  const { uuid, title, startsAt, place } = event
  const day = dates.dayOf(startsAt)
  return (
    <Link
      to="/events"
      search={{ event: uuid }}
      className="flex items-center gap-base px-base py-sm transition-colors hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
    >
      <DateTile day={day} weekday={dates.weekdayShort(day)} />
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-ink-muted">
          {[eventHours(event, dates), place].filter(Boolean).join(separator)}
        </span>
      </span>
    </Link>
  )
}
