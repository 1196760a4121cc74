import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { HomeworkTask } from '#contract/learning/homework.ts'
import { type ChildTones, calendarOf, childrenTone } from '#src/domain/calendar.ts'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { nextEntryOf, type ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { tightConnectionsOf } from '#src/domain/tight-connections.ts'
import { timeRange } from '#src/i18n/dates.ts'
import { separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { useDeadlineText } from '#src/routes/-query/labels/use-deadline-text.ts'
import { useTravelTimeText } from '#src/routes/-query/labels/use-travel-time-text.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { type Tone, toneSurfaces } from '#src/ui/tone.ts'
import {
  type DueHomework,
  homeworkDueByDay,
  phaseOf,
  type UpcomingDays,
  upcomingDays,
  withoutHomework,
} from './home-page-items.ts'
import { NextLessonRow, ScheduleItemRow } from './schedule-rows.tsx'

export type Plan = {
  ahead: UpcomingDays
  /** The current or next lesson, also after tomorrow; null where none is known. */
  next: ScheduleEntry | null
  /** That there is little time to get there from another lesson. */
  nextWarning: string | null
  /** The colour of its child; null where it has that of its kind. */
  nextTone: Tone | null
  /** Homework by the day of its deadline. */
  due: ReadonlyMap<string, DueHomework>
  /** Today and tomorrow have no items. */
  isFree: boolean
  /** One of their items is ahead or current. */
  hasLesson: boolean
  /** One of today's is. */
  isBusyToday: boolean
}

/** Makes plans of entries and tasks of one person; `childTones` as in the schedule. */
export function usePlanOf(childTones: ChildTones | null = null) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { now, today, minutes } = useSchoolNow()
  const travelTimeText = useTravelTimeText()
  return (entries: readonly ScheduleEntry[], tasks: readonly HomeworkTask[]): Plan => {
    const own = withoutHomework(entries)
    const next = nextEntryOf(own, now)
    const tightConnections = tightConnectionsOf(own.filter(({ startsAt }) => dates.dayOf(startsAt) >= today))
    const warnings = { of: tightConnections, text: travelTimeText }
    const calendar = calendarOf(own, { dates, i18n, tags: new Map(), childTones, tightConnections: warnings })
    const ahead = upcomingDays(calendar, today, next?.key)
    const items = ahead.days.flatMap((each) => each.items)
    const left = items.filter((item) => !item.cancelled && phaseOf(item, today, minutes) !== 'over')
    const nextGap = next && tightConnections.get(next.key)
    return {
      ahead,
      next,
      nextWarning: nextGap ? travelTimeText(nextGap.minutes) : null,
      nextTone: next && childTones && childrenTone(next, childTones),
      due: homeworkDueByDay(tasks, { now, dates }),
      isFree: items.length === 0,
      hasLesson: left.length > 0,
      isBusyToday: left.some(({ day }) => day === today),
    }
  }
}

/** Search of the schedule of a day. `child` is absent for a student's own plan. */
const daySearch = (day: string, child: string | undefined) =>
  ({ view: 'day', date: day, ...(child !== undefined && { filter: { child } }) }) as const

type DayPlanProps = { plan: Plan; child: string | undefined }

/** Periods of several days, today and tomorrow, and the next lesson if none of theirs is ahead. */
export function DayPlan({ plan, child }: DayPlanProps) {
  const { i18n } = useLingui()
  const { today } = useSchoolNow()
  const { ahead, next, nextWarning, nextTone, due, isFree, hasLesson } = plan
  return (
    <>
      {ahead.bands.map(({ key, title, from, to, tone, icon }) => (
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
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,320px),1fr))] gap-x-lg gap-y-xxs">
          {daysOf(plan, child, today).map(({ isLine, ...each }) =>
            isLine ? (
              <DayLine key={each.day} {...each} due={due.get(each.day)} child={child} />
            ) : (
              <Day key={each.day} {...each} due={due.get(each.day)} child={child} />
            ),
          )}
        </div>
      )}
      {!hasLesson && next && (
        <section className="min-w-0">
          {/* Its row begins with the day. */}
          <h4 className="sr-only">
            <Trans>Дальше</Trans>
          </h4>
          <NextLessonRow entry={next} tone={nextTone} warning={nextWarning} child={child} />
        </section>
      )}
    </>
  )
}

/** How the days of a plan are shown: tomorrow of a child in one line, while something is ahead today. */
function daysOf(plan: Plan, child: string | undefined, today: string) {
  const days = child === undefined ? plan.ahead.days : busyDaysOf(plan)
  return days.map((each) => ({ ...each, isLine: each.day > today && plan.isBusyToday && child !== undefined }))
}

/** Keys of the entries that `DayPlan` shows with their state. */
export function entriesWithState(plan: Plan, { child, today }: { child: string | undefined; today: string }): string[] {
  const { hasLesson, next } = plan
  const rows = daysOf(plan, child, today).filter(({ isLine }) => !isLine)
  return [
    ...rows.flatMap(({ items }) => items.map(({ key }) => key)),
    ...(!hasLesson && next !== null ? [next.key] : []),
  ]
}

/** Heading of today and tomorrow; of what comes next where a lesson of a later day is among it. */
export function DaysTitle({ plans }: { plans: readonly Plan[] }) {
  const isLater = plans.some(({ hasLesson, next }) => !hasLesson && next !== null)
  return isLater || areFree(plans) ? <Trans>Ближайшие занятия</Trans> : <Trans>Сегодня и завтра</Trans>
}

/** Whether today and tomorrow are free in all plans. */
export function areFree(plans: readonly Plan[]): boolean {
  return plans.length > 0 && plans.every(({ isFree }) => isFree)
}

/** That today and tomorrow are free, where that is so in all plans. */
export function FreeDaysNote({ plans }: { plans: readonly Plan[] }) {
  if (!areFree(plans)) return null
  return (
    <p className="px-base pt-sm text-sm text-ink-muted md:px-lg">
      {plans.some(({ next }) => next !== null) ? (
        <Trans>Сегодня и завтра занятий нет</Trans>
      ) : (
        <Trans>На ближайшей неделе занятий нет</Trans>
      )}
    </p>
  )
}

/** That the days of a person are free unless the block says so, and what is due then. */
export function FreeDaysText({ plan: { ahead, next, due }, isSaid }: { plan: Plan; isSaid: boolean }) {
  return (
    <p className="text-sm text-ink-muted first-letter:uppercase empty:hidden">
      {!isSaid && (next === null ? <Trans>На ближайшей неделе занятий нет</Trans> : <Trans>Занятий нет</Trans>)}
      {ahead.days
        .filter(({ day }) => due.has(day))
        .map(({ day }, index) => (
          <DueText key={day} due={due.get(day)} isNamed isFirst={isSaid && index === 0} />
        ))}
    </p>
  )
}

/** Today and tomorrow, of a free today only tomorrow: the line of the child's name says it. */
function busyDaysOf({ ahead: { days } }: Plan): UpcomingDays['days'] {
  return days.filter(({ items }, index) => index > 0 || items.length > 0)
}

/** That a child's today is free, and what is due then. */
export function FreeTodayText({ plan }: { plan: Plan }) {
  const [today] = plan.ahead.days
  if (today === undefined || today.items.length > 0) return null
  return (
    <p className="text-sm text-ink-muted">
      <Trans>Сегодня свободно</Trans>
      <DueText due={plan.due.get(today.day)} />
    </p>
  )
}

type DueTextProps = { due: DueHomework | undefined; isNamed?: boolean; isFirst?: boolean }

/** «, до 18:00 сдать 2 задания»; `isNamed`: with the day unless that is today; `isFirst`: without the comma. */
function DueText({ due, isNamed = false, isFirst = false }: DueTextProps) {
  const dates = useDates()
  const deadline = useDeadlineText()
  if (due === undefined) return null
  const { count, dueAt } = due
  const until = isNamed ? deadline(dueAt) : dates.time(dueAt)
  return (
    <>
      {!isFirst && ', '}
      <Trans>
        до {until}{' '}
        <Plural
          value={count}
          one="сдать # задание"
          few="сдать # задания"
          many="сдать # заданий"
          other="сдать # задания"
        />
      </Trans>
    </>
  )
}

type DayProps = UpcomingDays['days'][number] & { due: DueHomework | undefined; child: string | undefined }

/** Tomorrow in one line, while something is ahead today. */
function DayLine({ day, items, due, child }: DayProps) {
  const dates = useDates()
  const planned = items.filter(({ cancelled }) => !cancelled)
  return (
    <section className="min-w-0 text-sm">
      <Link
        to="/schedule"
        search={daySearch(day, child)}
        className="-mx-xs flex min-h-control items-center gap-xs rounded px-xs hover:bg-surface-hover"
      >
        <h4 className="shrink-0 text-sm text-ink-muted">
          <Trans>Завтра, {dates.weekdayShort(day)}</Trans>
        </h4>
        <span className="line-clamp-2 min-w-0">
          {planned.length === 0 ? (
            <Trans>занятий нет</Trans>
          ) : (
            planned
              .map(({ starts, ends, title }) => `${ends ? timeRange(starts, ends) : starts}\u00a0${title}`.trim())
              .join(', ')
          )}
          <DueText due={due} />
        </span>
      </Link>
    </section>
  )
}

function Day({ day, items, due, child }: DayProps) {
  const dates = useDates()
  const { today, minutes } = useSchoolNow()
  const left = items.filter((item) => phaseOf(item, today, minutes) !== 'over')
  const past = items.filter((item) => phaseOf(item, today, minutes) === 'over')
  const cancelled = past.filter((item) => item.cancelled).length
  const over = past.length - cancelled
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
        {past.length > 0 && (
          <>
            {separator}
            <ScreenLink to="/schedule" search={daySearch(day, child)}>
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
          </>
        )}
        <span className="font-normal">
          <DueText due={due} />
        </span>
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
