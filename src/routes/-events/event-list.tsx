import { useLingui } from '@lingui/react/macro'
import type { SchoolEvent } from '#contract/events.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useNow } from '#src/routes/-frame/use-moment.ts'
import { EventCard } from './event-card.tsx'
import { byMonth } from './selection.ts'

/** The events month by month. */
export function EventList({ events }: { events: readonly SchoolEvent[] }) {
  const { t } = useLingui()
  const dates = useDates()
  const now = useNow(60_000)
  return byMonth(events, dates.dayOf).map(({ month, events: ofMonth }) => {
    const title = dates.month(`${month}-01`)
    return (
      <section key={month} className="flex flex-col gap-base">
        <h2 className="text-xl first-letter:uppercase">{title}</h2>
        <ul aria-label={t`Мероприятия: ${title}`} className="grid gap-base lg:grid-cols-2">
          {ofMonth.map((event) => (
            <li key={event.uuid} className="min-w-0">
              <EventCard event={event} now={now} dates={dates} />
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
