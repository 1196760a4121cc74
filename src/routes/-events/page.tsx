import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { SchoolEvent } from '#contract/events.ts'
import { eventsQuery } from '#src/api/events.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useNow } from '#src/routes/-frame/use-moment.ts'
import { byTime } from '#src/school/events.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState, NothingFits } from '#src/ui/empty-state.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { EventList } from './event-list.tsx'
import { filterEvents } from './filter.ts'
import { Filters } from './filters.tsx'
import { OpenedEvent } from './opened-event.tsx'
import { EventsSkeleton } from './skeleton.tsx'

export default function EventsPage() {
  const { t } = useLingui()
  const title = useTitle()
  return (
    <>
      <PageHeading>{title('events')}</PageHeading>
      <Loaded
        query={eventsQuery()}
        skeleton={<EventsSkeleton />}
        isEmpty={(events) => events.length === 0}
        empty={
          <Card>
            <EmptyState icon="events" title={t`Мероприятий пока нет`}>
              <Trans>Здесь появятся дни открытых дверей, олимпиады и встречи. Загляните через несколько дней.</Trans>
            </EmptyState>
          </Card>
        }
      >
        {(events) => <Events events={events} />}
      </Loaded>
    </>
  )
}

function Events({ events }: { events: readonly SchoolEvent[] }) {
  const { t } = useLingui()
  const { search, replace } = useAddress('events')
  const now = useNow()
  const { upcoming, past } = byTime(events, now)
  const { when = 'upcoming' } = search
  return (
    <>
      <OpenedEvent events={events} now={now} />
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
          <Shown events={past} now={now} empty={<NothingPast />} />
        ) : (
          <Shown events={upcoming} now={now} empty={<NothingNew />} />
        )}
      </Tabs>
    </>
  )
}

function Shown({ events, now, empty }: { events: readonly SchoolEvent[]; now: number; empty: ReactNode }) {
  const { t } = useLingui()
  const { search, replace } = useAddress('events')
  const shown = filterEvents(events, search.filter ?? {})
  if (events.length === 0) return <Card>{empty}</Card>
  return (
    <div className="flex flex-col gap-lg">
      <Filters events={events} />
      <p role="status" className="sr-only">
        <Trans>
          Показано {shown.length} из {events.length}
        </Trans>
      </p>
      {shown.length > 0 ? (
        <EventList events={shown} now={now} />
      ) : (
        <NothingFits
          title={t`Таких мероприятий нет`}
          allLabel={<Trans>Показать все мероприятия</Trans>}
          onShowAll={() => replace({ filter: undefined })}
        >
          <Trans>Под выбранные условия не подходит ни одно мероприятие.</Trans>
        </NothingFits>
      )}
    </div>
  )
}

function NothingNew() {
  const { t } = useLingui()
  return (
    <EmptyState icon="events" title={t`Новых мероприятий пока нет`}>
      <Trans>Загляните через несколько дней.</Trans>
    </EmptyState>
  )
}

function NothingPast() {
  const { t } = useLingui()
  return (
    <EmptyState icon="events" title={t`Прошедших мероприятий нет`}>
      <Trans>Мероприятия остаются здесь в течение года.</Trans>
    </EmptyState>
  )
}
