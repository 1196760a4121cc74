import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Child } from '#contract/schemas.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { scheduleChangesQuery } from '#src/api/unseen.ts'
import { calendarOf } from '#src/domain/calendar.ts'
import { childTagsOf } from '#src/domain/child-tags.ts'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { mergeScheduleChanges } from '#src/domain/schedule-changes.ts'
import { tightConnectionsOf } from '#src/domain/tight-connections.ts'
import { separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { HomeBlock } from '#src/routes/-flow/home/home-block.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { childTonesOf } from '#src/routes/-query/child-tones.ts'
import { useTravelTimeText } from '#src/routes/-query/labels/use-travel-time-text.ts'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useUpcomingEntries } from '#src/routes/-query/use-upcoming-entries.ts'
import { classNames } from '#src/ui/class-names.ts'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { toneSurfaces } from '#src/ui/tone.ts'
import { phaseOf, type UpcomingDay, type UpcomingDays, upcomingDays, withoutHomework } from './home-page-items.ts'
import { ScheduleItemRow } from './schedule-rows.tsx'

/** The next days of the children together, or of a student; `children` is empty for a student. */
export function useUpcomingLessons(children: readonly Child[]) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { now, today, minutes } = useSchoolNow()
  const travelTimeText = useTravelTimeText()
  const { entries, result } = useUpcomingEntries()
  const { data: changes } = useQuery(optionalQuery(scheduleChangesQuery()))
  const own = withoutHomework(entries)
  const isAhead = ({ startsAt }: { startsAt: string }) => dates.dayOf(startsAt) >= today
  const calendar = calendarOf(own, {
    dates,
    i18n,
    tags: children.length > 1 ? childTagsOf(children) : new Map(),
    childTones: childTonesOf(children),
    isPlaceFirst: true,
    changes: mergeScheduleChanges(changes ?? []),
    tightConnections: { of: tightConnectionsOf(own.filter(isAhead)), text: travelTimeText },
  })
  const upcoming =
    result.data === undefined ? null : upcomingDays(calendar, { entries: own, now, today, minutes, dates })
  return { upcoming, result }
}

/** Keys of the lessons that the block shows with their state. */
export function shownLessons(upcoming: UpcomingDays | null): Set<string> {
  return new Set(upcoming?.days.flatMap(({ items }) => items.map(({ key }) => key)))
}

type UpcomingLessons = ReturnType<typeof useUpcomingLessons>

/** The lessons of all children under one heading per day: today, tomorrow, and the further days of `upcomingDays`. */
export function UpcomingLessonsBlock({ upcoming, children }: { upcoming: UpcomingDays | null; children: ReactNode }) {
  return (
    <HomeBlock
      title={
        upcoming?.days.some(({ isFurther }) => isFurther) ? (
          <Trans>Ближайшие занятия</Trans>
        ) : (
          <Trans>Сегодня и завтра</Trans>
        )
      }
      link={
        <ScreenLink to="/schedule">
          <Trans>Всё расписание</Trans>
        </ScreenLink>
      }
    >
      {children}
    </HomeBlock>
  )
}

/** The days of the block, or that they are loading or failed. */
export function UpcomingDaysCard({ upcoming, result }: UpcomingLessons) {
  return (
    <QueryState result={result} skeleton={<SkeletonCards count={1} />}>
      {() => upcoming && <Days upcoming={upcoming} />}
    </QueryState>
  )
}

function Days({ upcoming: { days, bands, later } }: { upcoming: UpcomingDays }) {
  const { i18n } = useLingui()
  const isEmpty = ({ items, over, cancelled }: UpcomingDay) => items.length + over + cancelled === 0
  const near = days.filter(({ isFurther }) => !isFurther)
  const areNearFree = near.every(isEmpty)
  const shown = areNearFree ? days.filter(({ isFurther }) => isFurther) : days
  return (
    <Card padding="flush" as="div">
      {bands.map(({ key, title, person, from, to, tone, icon }) => (
        <p
          key={key}
          className={classNames('m-xs flex items-start gap-xs rounded px-sm py-xxs md:mx-sm', toneSurfaces[tone])}
        >
          <span className="mt-half">
            <Icon name={icon} />
          </span>
          <span>
            <span className="font-medium">{title}</span>
            {person && `${separator}${person}`}, {dayRangeText(from, to, i18n.locale)}
          </span>
        </p>
      ))}
      {areNearFree && (
        <p className="px-base py-sm text-sm text-ink-muted md:px-lg">
          {shown.length > 0 || later ? (
            <Trans>Сегодня и завтра занятий нет</Trans>
          ) : (
            <Trans>На ближайшей неделе занятий нет</Trans>
          )}
        </p>
      )}
      <div className="divide-y divide-line-soft">
        {shown.map((each) => (
          <Day key={each.day} {...each} />
        ))}
      </div>
      {later && (
        <p className="border-t border-line-soft px-base py-xs text-sm md:px-lg print:hidden">
          <ScreenLink to="/schedule" search={{ view: 'week', date: later.firstDay }}>
            {later.isThisWeek ? (
              <Trans>Ещё {later.count} на этой неделе</Trans>
            ) : (
              <Trans>Ещё {later.count} на следующей неделе</Trans>
            )}
          </ScreenLink>
        </p>
      )}
    </Card>
  )
}

/** The day stands above its lessons, on a wide screen beside them. */
function Day({ day, items, over, cancelled, isFurther }: UpcomingDay) {
  const dates = useDates()
  const { today, minutes } = useSchoolNow()
  return (
    <section className="px-base py-xxs md:grid md:grid-cols-[200px_minmax(0,1fr)] md:gap-base xxl:grid-cols-[128px_minmax(0,1fr)] md:px-lg">
      <div
        className={classNames(
          'flex flex-wrap items-center gap-x-xs pt-xxs text-sm text-ink-muted md:min-h-control md:pt-0',
          // Without lessons beside it the line is as wide as the card.
          items.length > 0 ? 'md:flex-col md:items-start md:justify-center md:self-start' : 'md:col-span-2',
        )}
      >
        <h3 className="text-sm text-ink first-letter:uppercase">
          {isFurther ? (
            <>
              {dates.weekdayShort(day)}, {dates.day(day)}
            </>
          ) : day === today ? (
            <Trans>Сегодня, {dates.weekdayShort(day)}</Trans>
          ) : (
            <Trans>Завтра, {dates.weekdayShort(day)}</Trans>
          )}
        </h3>
        {over + cancelled > 0 ? (
          <OverLink day={day} over={over} cancelled={cancelled} />
        ) : (
          items.length === 0 && (
            <p>
              <Trans>занятий нет</Trans>
            </p>
          )
        )}
      </div>
      {items.length > 0 && (
        <ul className="divide-y divide-line-soft">
          {items.map((item) => (
            <li key={item.key}>
              <ScheduleItemRow item={item} isNow={phaseOf(item, today, minutes) === 'now'} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** How many lessons of the day are over, with a link to them. */
function OverLink({ day, over, cancelled }: { day: string; over: number; cancelled: number }) {
  return (
    <ScreenLink to="/schedule" search={{ view: 'day', date: day }} isTall>
      {over > 0 && (
        <Plural
          value={over}
          one="прошло # занятие"
          few="прошло # занятия"
          many="прошло # занятий"
          other="прошло # занятия"
        />
      )}
      {over > 0 && cancelled > 0 && ', '}
      {cancelled > 0 && (
        <Plural
          value={cancelled}
          one="# занятие отменено"
          few="# занятия отменены"
          many="# занятий отменено"
          other="# занятия отменено"
        />
      )}
    </ScreenLink>
  )
}
