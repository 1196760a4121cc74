import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { HomeworkTask } from '#contract/learning/homework.ts'
import { calendarOf } from '#src/domain/calendar.ts'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { nextEntryOf, type ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { useDeadlineText } from '#src/routes/-query/labels/use-deadline-text.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { toneSurfaces } from '#src/ui/tone.ts'
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
  /** Homework by the day of its deadline. */
  due: ReadonlyMap<string, DueHomework>
  /** Today and tomorrow have no items. */
  isFree: boolean
  /** One of their items is ahead or current. */
  hasLesson: boolean
  /** One of today's is. */
  isBusyToday: boolean
}

/** Makes plans of entries and tasks of one person. */
export function usePlanOf() {
  const { i18n } = useLingui()
  const dates = useDates()
  const { now, today, minutes } = useSchoolNow()
  return (entries: readonly ScheduleEntry[], tasks: readonly HomeworkTask[]): Plan => {
    const own = withoutHomework(entries)
    const ahead = upcomingDays(calendarOf(own, { dates, i18n, tags: new Map() }), today)
    const items = ahead.days.flatMap((each) => each.items)
    const left = items.filter((item) => !item.cancelled && phaseOf(item, today, minutes) !== 'over')
    return {
      ahead,
      next: nextEntryOf(own, now),
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
  const { ahead, next, due, isFree, hasLesson, isBusyToday } = plan
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
          {ahead.days.map((each) =>
            each.day > today && isBusyToday && child !== undefined ? (
              <DayLine key={each.day} {...each} due={due.get(each.day)} child={child} />
            ) : (
              <Day key={each.day} {...each} due={due.get(each.day)} child={child} />
            ),
          )}
        </div>
      )}
      {!hasLesson && next && <NextLessonRow entry={next} child={child} />}
    </>
  )
}

/** That today and tomorrow have no lessons, and what is due then. */
export function FreeDaysText({ ahead: { days }, next, due }: Plan) {
  return (
    <p className="text-sm text-ink-muted">
      {next ? <Trans>Занятий нет</Trans> : <Trans>На ближайшей неделе занятий нет</Trans>}
      {days.map(({ day }) => (
        <DueText key={day} due={due.get(day)} isNamed />
      ))}
    </p>
  )
}

/** «, до 18:00 сдать 2 задания»; `isNamed`: with the day unless that is today. */
function DueText({ due, isNamed = false }: { due: DueHomework | undefined; isNamed?: boolean }) {
  const dates = useDates()
  const deadline = useDeadlineText()
  if (due === undefined) return null
  const { count, dueAt } = due
  const until = isNamed ? deadline(dueAt) : dates.time(dueAt)
  return (
    <>
      {', '}
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
            planned.map(({ starts, title }) => `${starts}\u00a0${title}`.trim()).join(', ')
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
            <ScreenLink to="/schedule" search={daySearch(day, child)}>
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
