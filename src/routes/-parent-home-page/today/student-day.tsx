import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { scheduleQuery } from '#src/api/schedule.ts'
import { calendarOf } from '#src/domain/calendar.ts'
import { sheetMonths } from '#src/domain/periods.ts'
import { entryTitleOf, mergeScheduleItems, nextEntryOf, type ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { Day, NextEntry } from '#src/routes/-parent-home-page/child-card.tsx'
import { EmptyBlock, HomeBlock } from '#src/routes/-parent-home-page/home-block.tsx'
import { homeworkDue, lastVisibleDay, upcomingDays } from '#src/routes/-parent-home-page/home-page-items.ts'
import { ChangesBlock, MarksBlock } from '#src/routes/-parent-home-page/marks-and-changes.tsx'
import { PendingBlock } from '#src/routes/-parent-home-page/pending-block.tsx'
import { EventsBlock } from '#src/routes/-parent-home-page/upcoming-blocks.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useNow, useSchoolNow } from '#src/routes/-query/use-now.ts'
import { DateTile } from '#src/ui/data/badge.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'

/** A student's day: lessons, homework that is due, new marks. */
export function StudentDay() {
  const { today } = useSchoolNow()
  const [thisMonth = today, nextMonth = thisMonth] = sheetMonths(today, lastVisibleDay(today))
  const { data: later = [] } = useQuery({
    ...optionalQuery(scheduleQuery('student', nextMonth)),
    enabled: nextMonth !== thisMonth,
  })
  return (
    <div className="flex flex-col gap-lg">
      <QueryBoundary query={optionalQuery(scheduleQuery('student', thisMonth))} skeleton={<SkeletonCards count={2} />}>
        {(items) => <Lessons items={items} later={later} today={today} />}
      </QueryBoundary>
      <div className="grid items-start gap-lg lg:grid-cols-2 xl:grid-cols-3">
        <MarksBlock />
        <ChangesBlock />
        <div className="flex min-w-0 flex-col gap-lg">
          <PendingBlock />
          <EventsBlock />
        </div>
      </div>
    </div>
  )
}

type LessonsProps = { items: readonly ScheduleItem[]; later: readonly ScheduleItem[]; today: string }

function Lessons({ items, later, today }: LessonsProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const now = useNow()
  const entries = useMemo(() => mergeScheduleItems([...items, ...later]), [items, later])
  const { days } = useMemo(
    () => upcomingDays(calendarOf(entries, { dates, i18n, tags: new Map() }), today),
    [entries, dates, i18n, today],
  )
  const next = nextEntryOf(entries, now)
  return (
    <div className="grid items-start gap-lg lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <HomeBlock
        title={<Trans>Сегодня и завтра</Trans>}
        link={
          <ScreenLink to="/schedule">
            <Trans>Всё расписание</Trans>
          </ScreenLink>
        }
      >
        <Card as="div">
          {next && <NextEntry entry={next} />}
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,240px),1fr))] gap-x-lg">
            {days.map(({ day, items: planned }) => (
              <Day key={day} day={day} items={planned} child={undefined} today={today} />
            ))}
          </div>
        </Card>
      </HomeBlock>
      <HomeworkBlock entries={homeworkDue(entries, now)} />
    </div>
  )
}

function HomeworkBlock({ entries }: { entries: readonly ScheduleEntry[] }) {
  const dates = useDates()
  return (
    <HomeBlock title={<Trans>Домашние задания</Trans>}>
      {entries.length === 0 ? (
        <EmptyBlock icon="check">
          <Trans>На неделю ничего не задано.</Trans>
        </EmptyBlock>
      ) : (
        <Card padding="flush">
          <ul className="divide-y divide-line-soft">
            {entries.map((entry) => {
              const day = dates.dayOf(entry.endsAt)
              return (
                <li key={entry.key}>
                  <Link
                    to="/schedule"
                    search={{ date: dates.dayOf(entry.startsAt), item: entry.key }}
                    className="flex items-center gap-base px-base py-sm hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
                  >
                    <DateTile day={day} weekday={dates.weekdayShort(day)} />
                    <span className="min-w-0">
                      <span className="block font-medium">{entryTitleOf(entry)}</span>
                      <span className="block text-sm text-ink-muted">
                        <Trans>сдать до {dates.dateTime(entry.endsAt)}</Trans>
                        {entry.title !== entryTitleOf(entry) && separator + entry.title}
                      </span>
                    </span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </Card>
      )}
    </HomeBlock>
  )
}
