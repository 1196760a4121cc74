import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { SchoolEvent } from '#contract/learning/events.ts'
import { shortAddress } from '#src/domain/address-text.ts'
import { withoutYearSuffix } from '#src/domain/date-range-text.ts'
import { eventTimeText, groupByMonth, isOngoing } from '#src/domain/events.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { openedHere, useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Badge, DateTile } from '#src/ui/data/badge.tsx'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'

/** Events grouped by month. */
export function EventList({ events, now }: { events: readonly SchoolEvent[]; now: number }) {
  const { t } = useLingui()
  const dates = useDates()
  return groupByMonth(events, dates.dayOf).map(({ month, events: ofMonth }) => {
    const title = withoutYearSuffix(dates.month(`${month}-01`))
    return (
      <section key={month} className="flex flex-col gap-base">
        <h2 className="text-xl first-letter:uppercase">{title}</h2>
        <Card padding="flush" as="div">
          <ul aria-label={t`Мероприятия: ${title}`} className="divide-y divide-line-soft">
            {ofMonth.map((event) => (
              <li key={event.uuid}>
                <EventRow event={event} now={now} dates={dates} />
              </li>
            ))}
          </ul>
        </Card>
      </section>
    )
  })
}

/** One event of the list. The only link covers the whole row and opens the details. */
function EventRow({ event, now, dates }: { event: SchoolEvent; now: number; dates: Dates }) {
  const { i18n } = useLingui()
  const { uuid, title, summary, category, format, startsAt, place } = event
  const day = dates.dayOf(startsAt)
  const isNow = isOngoing(event, now)
  return (
    <article
      onPointerEnter={EventDialog.prefetch}
      className="group relative flex min-h-[64px] items-center gap-sm px-base py-xs hover:bg-grey-2 md:gap-base md:px-lg"
    >
      <DateTile day={day} weekday={dates.weekdayShort(day)} size="small" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-xs gap-y-half">
          <h3 className="min-w-0 text-base font-medium">
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
          {isNow ? (
            <Badge tone="success">
              <Trans>Идёт сейчас</Trans>
            </Badge>
          ) : (
            day === dates.dayOf(new Date(now)) && (
              <Badge tone="info">
                <Trans>Сегодня</Trans>
              </Badge>
            )
          )}
        </div>
        <p className="text-sm text-ink-muted tabular-nums">
          {[
            eventTimeText(event, dates),
            category,
            i18n._(labelOf(lessonFormatLabels, format)),
            place && shortAddress(place),
          ]
            .filter(Boolean)
            .join(separator)}
        </p>
        <p className="truncate text-sm text-ink-muted max-md:hidden">
          <SchoolText>{summary}</SchoolText>
        </p>
      </div>
      <span className="text-ink-muted max-md:hidden">
        <Icon name="arrow-right" />
      </span>
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
