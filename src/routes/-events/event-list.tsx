import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { SchoolEvent } from '#contract/learning/events.ts'
import { shortAddress } from '#src/domain/address-text.ts'
import { eventTimeText, groupByMonth, isOngoing } from '#src/domain/events.ts'
import { lessonFormatIcons } from '#src/domain/item-kind.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { labelOf, lookUp } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { openedHere, useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Badge, DateTile } from '#src/ui/data/badge.tsx'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { EventPicture } from './event-picture.tsx'

/** Events grouped by month. */
export function EventList({ events, now }: { events: readonly SchoolEvent[]; now: number }) {
  const { t } = useLingui()
  const dates = useDates()
  return groupByMonth(events, dates.dayOf).map(({ month, events: ofMonth }) => {
    const title = dates.month(`${month}-01`)
    return (
      <section key={month} className="flex flex-col gap-base">
        <h2 className="text-xl first-letter:uppercase">{title}</h2>
        <ul aria-label={t`Мероприятия: ${title}`} className="grid gap-base md:grid-cols-2">
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

/** One event of the list. The only link covers the whole card and opens the details. */
function EventCard({ event, now, dates }: { event: SchoolEvent; now: number; dates: Dates }) {
  const { i18n } = useLingui()
  const { uuid, title, summary, category, format, startsAt, place, imageUrl } = event
  const day = dates.dayOf(startsAt)
  return (
    <article
      onPointerEnter={EventDialog.prefetch}
      className="group relative flex h-full flex-col overflow-clip rounded-lg border border-line-soft bg-surface transition-shadow hover:shadow-raised"
    >
      <EventPicture src={imageUrl} />
      <div className="grid flex-1 grid-cols-[auto_minmax(0,1fr)] gap-base p-base md:p-lg">
        <DateTile day={day} weekday={dates.weekdayShort(day)} />
        <div className="flex min-w-0 flex-col items-start gap-xs">
          <div className="flex flex-wrap gap-xs">
            <Badge>{category}</Badge>
            {isOngoing(event, now) && (
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
              state={openedHere}
              resetScroll={false}
              preload={false}
              onFocus={EventDialog.prefetch}
              aria-haspopup="dialog"
              className={`${stretchedLink} group-hover:text-ink-link`}
            >
              <SchoolText>{title}</SchoolText>
            </Link>
          </h3>
          <p className="line-clamp-2 text-ink-muted">
            <SchoolText>{summary}</SchoolText>
          </p>
          <ul className="mt-auto flex flex-wrap gap-x-base gap-y-xxs pt-xs text-sm text-ink-muted">
            <li className="flex items-center gap-xxs tabular-nums">
              <Icon name="calendar" size={16} />
              {eventTimeText(event, dates)}
            </li>
            <li className="flex items-center gap-xxs">
              <Icon name={lookUp(lessonFormatIcons, format, 'events')} size={16} />
              {i18n._(labelOf(lessonFormatLabels, format))}
            </li>
            {place && <li>{shortAddress(place)}</li>}
          </ul>
        </div>
      </div>
    </article>
  )
}

const EventDialog = lazyComponent('event-dialog', () => import('./event-dialog.tsx'), 'EventDialog')

/** Details of the event selected in the URL, also if the filters hide it. */
export function EventDialogRoute({ events, now }: { events: readonly SchoolEvent[]; now: number }) {
  const { t } = useLingui()
  const { search, close } = useScreenSearch('events')
  if (search.event === undefined) return null
  const event = events.find(({ uuid }) => uuid === search.event)
  if (event === undefined) {
    return (
      <div className="mb-lg">
        <Notice title={t`Мероприятие по этой ссылке не найдено`}>
          <Trans>Возможно, его отменили. Ниже все остальные.</Trans>
        </Notice>
      </div>
    )
  }
  return <EventDialog event={event} now={now} onClose={() => close({ event: undefined })} />
}
