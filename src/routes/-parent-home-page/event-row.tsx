import { Link } from '@tanstack/react-router'
import type { SchoolEvent } from '#contract/events.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { eventHours } from '#src/school/events.ts'
import { DateTile } from '#src/ui/date-tile.tsx'

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
          {[eventHours(event, dates), place].filter(Boolean).join(' · ')}
        </span>
      </span>
    </Link>
  )
}
