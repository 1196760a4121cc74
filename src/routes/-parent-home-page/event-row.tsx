import { Link } from '@tanstack/react-router'
import type { SchoolEvent } from '#contract/events.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { DateTile } from '#src/routes/-events/date-tile.tsx'
import { hoursOf } from '#src/routes/-events/when-words.ts'

/** An event by its title and time; it opens its details on the events page. */
export function EventRow({ event }: { event: SchoolEvent }) {
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
          {[hoursOf(event, dates), place].filter(Boolean).join(' · ')}
        </span>
      </span>
    </Link>
  )
}
