import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { optionalQuery } from '#src/api/call-query.ts'
import { homeworkQuery } from '#src/api/progress.ts'
import { calendarOf } from '#src/domain/calendar.ts'
import { homeworkToDo } from '#src/domain/homework.ts'
import type { ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { homeworkDeadline } from '#src/i18n/homework-deadline.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { EmptyBlock, HomeBlock } from '#src/routes/-flow/home/home-block.tsx'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { Day } from '#src/routes/-parent-home-page/child-days.tsx'
import { EventsBlock } from '#src/routes/-parent-home-page/events-block.tsx'
import { homeworkMonday, upcomingDays, withoutHomework } from '#src/routes/-parent-home-page/home-page-items.ts'
import { ChangesBlock, MarksBlock } from '#src/routes/-parent-home-page/marks-and-changes.tsx'
import { NeedsBlock } from '#src/routes/-parent-home-page/needs-block.tsx'
import { SchoolBlock } from '#src/routes/-parent-home-page/school-block.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useUpcomingEntries } from '#src/routes/-query/use-upcoming-entries.ts'
import { DateTile } from '#src/ui/data/badge.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'

/** A student's day: what waits, lessons, homework of the week, new marks. */
export function StudentDay() {
  const { entries, result } = useUpcomingEntries()
  return (
    <div className="flex flex-col gap-lg">
      <NeedsBlock />
      <QueryState result={result} skeleton={<SkeletonCards count={2} />}>
        {() => <Lessons entries={entries} />}
      </QueryState>
      <div className="grid items-start gap-lg lg:grid-cols-2 xl:grid-cols-3">
        <MarksBlock />
        <ChangesBlock />
        <div className="flex min-w-0 flex-col gap-lg">
          <SchoolBlock />
          <EventsBlock />
        </div>
      </div>
    </div>
  )
}

function Lessons({ entries }: { entries: readonly ScheduleEntry[] }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const { days } = useMemo(
    () => upcomingDays(calendarOf(withoutHomework(entries), { dates, i18n, tags: new Map() }), today),
    [entries, dates, i18n, today],
  )
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
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,240px),1fr))] gap-x-lg">
            {days.map(({ day, items: planned }) => (
              <Day key={day} day={day} items={planned} child={undefined} today={today} />
            ))}
          </div>
        </Card>
      </HomeBlock>
      <HomeworkBlock />
    </div>
  )
}

const maxTasks = 5

/** What can still be handed in, until the end of the week. */
function HomeworkBlock() {
  const { i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const result = useQuery(optionalQuery(homeworkQuery(homeworkMonday(today))))
  return (
    <HomeBlock
      title={<Trans>Домашние задания</Trans>}
      link={
        <ScreenLink to="/homework">
          <Trans>Все задания</Trans>
        </ScreenLink>
      }
    >
      <QueryState
        result={result}
        skeleton={<SkeletonCards count={1} />}
        isEmpty={(homework) => homeworkToDo(homework).length === 0}
        empty={
          <EmptyBlock icon="check">
            <Trans>На этой неделе сдавать больше нечего.</Trans>
          </EmptyBlock>
        }
      >
        {(homework) => (
          <Card padding="flush">
            <ul className="divide-y divide-line-soft">
              {homeworkToDo(homework)
                .slice(0, maxTasks)
                .map(({ uuid, subject, title, scheduledOn, ...due }) => (
                  <li key={uuid}>
                    <HomeRow
                      start={{
                        content: (
                          <DateTile
                            day={dates.dayOf(due.dueAt)}
                            weekday={dates.weekdayShort(dates.dayOf(due.dueAt))}
                            size="small"
                          />
                        ),
                      }}
                      to={{ to: '/schedule', search: { date: scheduledOn, item: uuid } }}
                      title={subject}
                      due={homeworkDeadline(due, { dates, i18n })}
                      note={[title]}
                    />
                  </li>
                ))}
            </ul>
          </Card>
        )}
      </QueryState>
    </HomeBlock>
  )
}
