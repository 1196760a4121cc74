import { Trans } from '@lingui/react/macro'
import type { SchoolEvent } from '#contract/events.ts'
import { eventsQuery } from '#src/api/events.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useMoment } from '#src/routes/-schedule/use-moment.ts'
import { byTime } from '#src/school/events.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonCards } from '#src/ui/skeleton.tsx'
import { Block } from './block.tsx'
import { EventRow } from './event-row.tsx'
import { ScreenLink } from './screen-link.ts'

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
      <Loaded query={eventsQuery()} skeleton={<SkeletonCards count={1} />}>
        {(events) => <NearEvents events={events} />}
      </Loaded>
    </Block>
  )
}

function NearEvents({ events }: { events: readonly SchoolEvent[] }) {
  const { instant } = useMoment()
  const near = byTime(events, instant).upcoming.slice(0, shown)
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
