import { Link } from '@tanstack/react-router'
import type { SchoolEvent } from '#contract/events.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { whenOf } from '#src/routes/-events/when-words.ts'

/** An event by its title and time; it opens its details on the events page. */
export function EventRow({ event }: { event: SchoolEvent }) {
  const dates = useDates()
  return (
    <Link
      to="/events"
      search={{ event: event.uuid }}
      className="block px-base py-sm transition-colors hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
    >
      <span className="block font-medium">{event.title}</span>
      <span className="block text-sm first-letter:uppercase">{whenOf(event, dates)}</span>
      {event.place && <span className="block text-sm text-ink-muted">{event.place}</span>}
    </Link>
  )
}
