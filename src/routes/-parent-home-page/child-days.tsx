import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { displayName } from '#contract/people/names.ts'
import type { Child } from '#contract/schemas.ts'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import type { CalendarItem } from '#src/ui/calendar/calendar-items.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Avatar } from '#src/ui/data/avatar.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { toneMarks, toneSurfaces } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { phaseOf, type UpcomingDays } from './home-page-items.ts'

type ChildDaysProps = { child: Child; ahead: UpcomingDays; today: string }

/** A child's today and tomorrow, and periods of several days. */
export function ChildDays({ child: { uuid, firstName, lastName, avatar }, ahead, today }: ChildDaysProps) {
  const { i18n } = useLingui()
  const { days, bands, later } = ahead
  const { minutes } = useSchoolNow()
  const laterCount = later.length
  const isFree = days.every(({ items }) => items.length === 0)
  const isBusyToday = days.some(
    ({ day, items }) => day === today && items.some((item) => phaseOf(item, today, minutes) !== 'over'),
  )
  return (
    <article className="min-w-0 px-base py-sm md:px-lg">
      <header className="flex min-h-control flex-wrap items-center justify-between gap-x-sm">
        <div className="flex min-w-0 items-center gap-xs">
          <Avatar name={displayName({ firstName, lastName })} src={avatar} size="small" />
          <h3 className="text-base wrap-anywhere">{firstName}</h3>
          {isFree && (
            <span className="shrink-0 text-sm text-ink-muted">
              <Trans>занятий нет</Trans>
            </span>
          )}
        </div>
        {laterCount > 0 && (
          <span className="text-sm print:hidden">
            <ScreenLink to="/schedule" search={{ view: 'week', date: later[0], filter: { child: uuid } }}>
              <Trans>Ещё {laterCount} на неделе</Trans>
              <VisuallyHidden>: {firstName}</VisuallyHidden>
            </ScreenLink>
          </span>
        )}
      </header>
      {bands.map(({ key, title, from, to, tone, icon }) => (
        <p key={key} className={classNames('my-xxs flex items-start gap-xs rounded px-sm py-xxs', toneSurfaces[tone])}>
          <span className="mt-half">
            <Icon name={icon} />
          </span>
          <span>
            <span className="font-medium">{title}</span>, {dayRangeText(from, to, i18n.locale)}
          </span>
        </p>
      ))}
      {!isFree && (
        <div className="flex flex-col gap-xxs">
          {days.map((each) =>
            each.day > today && isBusyToday ? (
              <DayLine key={each.day} {...each} child={uuid} />
            ) : (
              <Day key={each.day} {...each} child={uuid} today={today} />
            ),
          )}
        </div>
      )}
    </article>
  )
}

/** Tomorrow in one line, while something is ahead today. */
function DayLine({ day, items, child }: UpcomingDays['days'][number] & { child: string }) {
  const dates = useDates()
  const planned = items.filter(({ cancelled }) => !cancelled)
  return (
    <section className="min-w-0 text-sm">
      <Link
        to="/schedule"
        search={{ view: 'day', date: day, filter: { child } }}
        className="-mx-xs flex min-h-control items-center gap-xs rounded px-xs hover:bg-surface-hover"
      >
        <h4 className="shrink-0 text-sm text-ink-muted">
          <Trans>Завтра, {dates.weekdayShort(day)}</Trans>
        </h4>
        <span className="line-clamp-2 min-w-0">
          {planned.length === 0 ? (
            <Trans>занятий нет</Trans>
          ) : (
            planned.map(({ starts, title }) => `${starts}\u00a0${title}`.trim()).join(', ')
          )}
        </span>
      </Link>
    </section>
  )
}

/** `child` is absent for a student's own day. */
type DayProps = UpcomingDays['days'][number] & { child: string | undefined; today: string }

export function Day({ day, items, child, today }: DayProps) {
  const dates = useDates()
  const { minutes } = useSchoolNow()
  const left = items.filter((item) => phaseOf(item, today, minutes) !== 'over')
  const over = items.length - left.length
  return (
    <section className="min-w-0">
      <h4 className="text-sm text-ink-muted">
        {day === today ? <Trans>Сегодня</Trans> : <Trans>Завтра, {dates.weekdayShort(day)}</Trans>}
        {items.length === 0 && (
          <span className="font-normal">
            {separator}
            <Trans>занятий нет</Trans>
          </span>
        )}
        {over > 0 && (
          <>
            {separator}
            <ScreenLink
              to="/schedule"
              search={{ view: 'day', date: day, ...(child !== undefined && { filter: { child } }) }}
            >
              <Plural
                value={over}
                one="прошло # занятие"
                few="прошло # занятия"
                many="прошло # занятий"
                other="прошло # занятия"
              />
            </ScreenLink>
          </>
        )}
      </h4>
      {left.length > 0 && (
        <ul className="divide-y divide-line-soft">
          {left.map((item) => (
            <li key={item.key}>
              <ScheduleItemRow item={item} child={child} isNow={phaseOf(item, today, minutes) === 'now'} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type ScheduleItemRowProps = { item: CalendarItem; child: string | undefined; isNow: boolean }

/** A lesson in one line: time, subject, topic. */
function ScheduleItemRow({ item, child, isNow }: ScheduleItemRowProps) {
  const { key, day, starts, ends, title, note, tone, icon, state, cancelled, kindLabel } = item
  return (
    <Link
      to="/schedule"
      search={{ date: day, ...(child !== undefined && { filter: { child } }), item: key }}
      className="-mx-xs flex min-h-control items-center gap-sm rounded px-xs hover:bg-surface-hover"
    >
      <span className="w-[48px] shrink-0 text-sm whitespace-nowrap tabular-nums">
        <span className="font-medium">{starts || <Trans>весь день</Trans>}</span>
        {ends && <VisuallyHidden>–{ends}</VisuallyHidden>}
      </span>
      <span className={classNames('h-lg w-[3px] shrink-0 rounded-full', toneMarks[tone])} />
      <span className="flex min-w-0 flex-1 items-baseline gap-x-xs">
        <span className={classNames('min-w-0 truncate font-medium', cancelled && 'line-through')}>
          <SchoolText>{title}</SchoolText>
        </span>
        <VisuallyHidden>, {kindLabel}</VisuallyHidden>
        {note && <span className="min-w-0 flex-1 truncate text-sm text-ink-muted">{note}</span>}
      </span>
      {state && <Badge tone={cancelled ? 'error' : 'warning'}>{state}</Badge>}
      {isNow && !cancelled && (
        <Badge tone="info">
          <Trans>Сейчас</Trans>
        </Badge>
      )}
      <span className="text-ink-muted">
        <Icon name={icon} size={16} />
      </span>
    </Link>
  )
}
