import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { displayName } from '#contract/people/names.ts'
import type { Child } from '#contract/schemas.ts'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { itemAppearance } from '#src/domain/item-kind.ts'
import { entryLinksOf, entryTitleOf, type ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { RelativeStart } from '#src/routes/-query/labels/lesson-times.tsx'
import { useNow, useSchoolNow } from '#src/routes/-query/use-now.ts'
import type { CalendarItem } from '#src/ui/calendar/calendar-items.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Avatar } from '#src/ui/data/avatar.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { LinkButton } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { toneMarks, toneSurfaces } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { phaseOf, type UpcomingDays } from './home-page-items.ts'

type ChildCardProps = { child: Child; ahead: UpcomingDays; next: ScheduleEntry | null; today: string }

/** A child's current or next lesson, today and tomorrow, and periods of several days. */
export function ChildCard({ child: { uuid, firstName, lastName, avatar }, ahead, next, today }: ChildCardProps) {
  const { i18n } = useLingui()
  const { days, bands, later } = ahead
  const laterCount = later.length
  return (
    <Card as="article">
      <h3 className="flex items-center gap-sm text-lg wrap-anywhere">
        <Avatar name={displayName({ firstName, lastName })} src={avatar} size="small" />
        {firstName}
      </h3>
      {next && <NextEntry entry={next} child={firstName} />}
      {bands.map(({ key, title, from, to, tone, icon }) => (
        <p key={key} className={classNames('mt-sm flex items-start gap-xs rounded px-sm py-xs', toneSurfaces[tone])}>
          <span className="mt-half">
            <Icon name={icon} />
          </span>
          <span>
            <span className="font-medium">{title}</span>, {dayRangeText(from, to, i18n.locale)}
          </span>
        </p>
      ))}
      {days.every(({ items }) => items.length === 0) ? (
        <p className="mt-sm">
          <Trans>Сегодня и завтра ничего не запланировано</Trans>
        </p>
      ) : (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,240px),1fr))] gap-x-lg">
          {days.map(({ day, items }) => (
            <Day key={day} day={day} items={items} child={uuid} today={today} />
          ))}
        </div>
      )}
      {laterCount > 0 && (
        <p className="mt-sm text-sm print:hidden">
          <ScreenLink to="/schedule" search={{ view: 'week', date: later[0], filter: { child: uuid } }}>
            <Plural
              value={laterCount}
              one="Ещё # событие в ближайшие дни"
              few="Ещё # события в ближайшие дни"
              many="Ещё # событий в ближайшие дни"
              other="Ещё # события в ближайшие дни"
            />
          </ScreenLink>
        </p>
      )}
    </Card>
  )
}

/** `child` is absent for a student's own day. */
type DayProps = UpcomingDays['days'][number] & { child: string | undefined; today: string }

export function Day({ day, items, child, today }: DayProps) {
  const dates = useDates()
  return (
    <section className="mt-sm min-w-0">
      <h4 className="text-sm text-ink-muted">
        {day === today ? <Trans>Сегодня</Trans> : <Trans>Завтра, {dates.weekday(day)}</Trans>}
      </h4>
      {items.length === 0 ? (
        <p className="py-xs">
          <Trans>Ничего не запланировано</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line-soft">
          {items.map((item) => (
            <li key={item.key}>
              <ScheduleItemRow item={item} child={child} today={today} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type NextEntryProps = {
  entry: ScheduleEntry
  /** First name of the child, where there are several: each has a region of its own. */
  child?: string
}

export function NextEntry({ entry, child }: NextEntryProps) {
  const { t } = useLingui()
  const dates = useDates()
  const now = useNow()
  const { startsAt, endsAt, place, teacher } = entry
  const { join } = entry.category === 'selfStudy' ? { join: null } : entryLinksOf(entry, now)
  const isNow = Date.parse(startsAt) <= now
  return (
    <section
      aria-label={[isNow ? t`Идёт сейчас` : t`Следующее занятие`, child].filter(Boolean).join(': ')}
      className="mt-sm rounded-lg bg-surface-sunken px-sm py-xs first:mt-0"
    >
      <p className="flex flex-wrap items-baseline gap-x-xs text-sm">
        <span className="font-strong first-letter:uppercase">
          {isNow ? <Trans>Сейчас, до {dates.time(endsAt)}</Trans> : <RelativeStart startsAt={startsAt} />}
        </span>
        {!isNow && (
          <span className="whitespace-nowrap text-ink-muted tabular-nums">
            {dates.time(startsAt)}–{dates.time(endsAt)}
          </span>
        )}
      </p>
      <p className="flex items-center gap-xs font-medium">
        <Icon name={itemAppearance(entry).icon} size={16} />
        <span className="min-w-0">{entryTitleOf(entry)}</span>
      </p>
      <p className="text-sm text-ink-muted">{[place, teacher].filter(Boolean).join(separator)}</p>
      {join && (
        <div className="mt-xs">
          <LinkButton href={join} target="_blank" rel="noopener" size="small" variant={isNow ? 'primary' : 'secondary'}>
            <Trans>Подключиться</Trans>
          </LinkButton>
        </div>
      )}
    </section>
  )
}

type ScheduleItemRowProps = { item: CalendarItem; child: string | undefined; today: string }

function ScheduleItemRow({ item, child, today }: ScheduleItemRowProps) {
  const { minutes } = useSchoolNow()
  const { key, day, starts, ends, title, note, tone, icon, state, cancelled, kindLabel } = item
  const phase = phaseOf(item, today, minutes)
  return (
    <Link
      to="/schedule"
      search={{ date: day, ...(child !== undefined && { filter: { child } }), item: key }}
      className="-mx-xs flex items-stretch gap-sm rounded px-xs py-xs hover:bg-surface-hover"
    >
      <span className="min-w-[48px] shrink-0 text-sm whitespace-nowrap tabular-nums">
        <span className={classNames('block', phase !== 'over' && 'font-medium')}>
          {starts || <Trans>весь день</Trans>}
        </span>
        {ends && <span className="block text-ink-muted">{ends}</span>}
      </span>
      <span className={classNames('w-[3px] shrink-0 rounded-full', toneMarks[tone])} />
      <span className={classNames('min-w-0 flex-1', phase === 'over' && 'text-ink-muted')}>
        <span className="flex flex-wrap items-center gap-x-xs">
          <span className={classNames('font-medium', cancelled && 'line-through')}>{title}</span>
          {state && <Badge tone={cancelled ? 'error' : 'warning'}>{state}</Badge>}
          {phase === 'now' && !cancelled && (
            <Badge tone="info">
              <Trans>Сейчас</Trans>
            </Badge>
          )}
        </span>
        <VisuallyHidden>, {kindLabel}</VisuallyHidden>
        {note && <span className="block truncate text-sm text-ink-muted">{note}</span>}
      </span>
      <span
        className={classNames(
          'inline-flex size-xl shrink-0 items-center justify-center rounded-full',
          toneSurfaces[tone],
        )}
      >
        <Icon name={icon} size={16} />
      </span>
    </Link>
  )
}
