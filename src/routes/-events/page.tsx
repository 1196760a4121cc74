import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { SchoolEvent } from '#contract/events.ts'
import { eventsQuery } from '#src/api/events.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useNow } from '#src/routes/-frame/use-moment.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { LazyEventDialog } from './event-dialog-lazy.ts'
import { EventList } from './event-list.tsx'
import { Filters } from './filters.tsx'
import { byTime, filtered } from './selection.ts'
import { EventsSkeleton } from './skeleton.tsx'
import { useEventSearch } from './use-event-search.ts'

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
  const { isPast, showTime } = useEventSearch()
  const { upcoming, past } = byTime(events, useNow(60_000))
  return (
    <>
      <Opened events={events} />
      <Tabs
        label={t`Мероприятия`}
        value={isPast ? 'past' : 'upcoming'}
        onChange={showTime}
        tabs={[
          { key: 'upcoming', label: <Trans>Предстоящие</Trans>, count: upcoming.length },
          { key: 'past', label: <Trans>Прошедшие</Trans>, count: past.length },
        ]}
      >
        <Shown events={isPast ? past : upcoming} />
      </Tabs>
    </>
  )
}

function Shown({ events }: { events: readonly SchoolEvent[] }) {
  const { t } = useLingui()
  const { filter, showOnly, isPast } = useEventSearch()
  const shown = filtered(events, filter)
  if (events.length === 0) {
    return (
      <Card>
        <EmptyState icon="events" title={isPast ? t`Прошедших мероприятий нет` : t`Новых мероприятий пока нет`}>
          {isPast ? (
            <Trans>Мероприятия остаются здесь в течение года.</Trans>
          ) : (
            <Trans>Загляните через несколько дней.</Trans>
          )}
        </EmptyState>
      </Card>
    )
  }
  return (
    <div className="flex flex-col gap-lg">
      <Filters events={events} />
      <p role="status" className="sr-only">
        <Trans>
          Показано {shown.length} из {events.length}
        </Trans>
      </p>
      {shown.length > 0 ? (
        <EventList events={shown} />
      ) : (
        <Card>
          <EmptyState
            icon="filter"
            title={t`Таких мероприятий нет`}
            action={
              <Button onClick={() => showOnly({ categories: [], formats: [] })}>
                <Trans>Показать все мероприятия</Trans>
              </Button>
            }
          >
            <Trans>Под выбранные условия не подходит ни одно мероприятие.</Trans>
          </EmptyState>
        </Card>
      )}
    </div>
  )
}

/** The details of the event that the address names, upcoming or past, shown or filtered out. */
function Opened({ events }: { events: readonly SchoolEvent[] }) {
  const { t } = useLingui()
  const { opened, close } = useEventSearch()
  if (opened === null) return null
  const event = events.find(({ uuid }) => uuid === opened)
  if (event === undefined) {
    return (
      <div className="mb-lg">
        <Notice tone="warning" title={t`Мероприятие по этой ссылке не найдено`}>
          <Trans>Возможно, его отменили. Ниже все остальные.</Trans>
        </Notice>
      </div>
    )
  }
  return (
    <Suspense fallback={null}>
      <LazyEventDialog event={event} onClose={close} />
    </Suspense>
  )
}
