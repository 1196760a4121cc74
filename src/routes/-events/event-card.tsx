import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { SchoolEvent } from '#contract/events.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { known, lessonFormatWords, wordsFor } from '#src/i18n/enumeration-words.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { DateTile } from './date-tile.tsx'
import { warmEventDialog } from './event-dialog-lazy.ts'
import { EventPicture } from './event-picture.tsx'
import { formatIcons } from './format-icons.ts'
import { isUnderWay } from './selection.ts'
import { hoursOf } from './when-words.ts'

/** One event of the list. The whole card is pressed through its one link, which opens the details. */
export function EventCard({ event, now, dates }: { event: SchoolEvent; now: number; dates: Dates }) {
  const { i18n } = useLingui()
  const { uuid, title, summary, category, format, startsAt, place, imageUrl } = event
  const day = dates.dayOf(startsAt)
  return (
    <article
      onPointerEnter={warmEventDialog}
      className="group relative flex h-full flex-col overflow-clip rounded-lg border border-line-soft bg-surface transition-shadow hover:shadow-raised"
    >
      <EventPicture src={imageUrl} />
      <div className="grid flex-1 grid-cols-[auto_minmax(0,1fr)] gap-base p-base md:p-lg">
        <DateTile day={day} weekday={dates.weekdayShort(day)} />
        <div className="flex min-w-0 flex-col items-start gap-xs">
          <div className="flex flex-wrap gap-xs">
            <Badge>{category}</Badge>
            {isUnderWay(event, now) && (
              <Badge tone="success">
                <Trans>Идёт сейчас</Trans>
              </Badge>
            )}
          </div>
          <h3 className="text-lg">
            <Link
              from="/events"
              to="/events"
              search={(search) => ({ ...search, event: uuid })}
              state={{ fromEventList: true }}
              resetScroll={false}
              preload={false}
              onFocus={warmEventDialog}
              aria-haspopup="dialog"
              className="rounded-xs transition-colors group-hover:text-ink-link after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {title}
            </Link>
          </h3>
          <p className="line-clamp-2 text-ink-muted">{summary}</p>
          <ul className="mt-auto flex flex-wrap gap-x-base gap-y-xxs pt-xs text-sm text-ink-muted">
            <li className="flex items-center gap-xxs tabular-nums">
              <Icon name="calendar" size={16} />
              {hoursOf(event, dates)}
            </li>
            <li className="flex items-center gap-xxs">
              <Icon name={known(formatIcons, format, 'events')} size={16} />
              {i18n._(wordsFor(lessonFormatWords, format))}
            </li>
            {place && <li>{place}</li>}
          </ul>
        </div>
      </div>
    </article>
  )
}
