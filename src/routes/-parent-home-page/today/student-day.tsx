import { Trans } from '@lingui/react/macro'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { HomeBlock, HomeColumns } from '#src/routes/-flow/home/home-block.tsx'
import { HomeList } from '#src/routes/-flow/home/home-list.tsx'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { EventsBlock } from '#src/routes/-parent-home-page/events-block.tsx'
import { ChangesBlock, MarksBlock } from '#src/routes/-parent-home-page/marks-and-changes.tsx'
import { NeedsBlock } from '#src/routes/-parent-home-page/needs-block.tsx'
import { SchoolBlock } from '#src/routes/-parent-home-page/school-block.tsx'
import {
  shownLessons,
  UpcomingDaysCard,
  UpcomingLessonsBlock,
  useUpcomingLessons,
} from '#src/routes/-parent-home-page/upcoming-lessons.tsx'
import { useHomeworkToDo } from '#src/routes/-parent-home-page/use-homework-to-do.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { DateTile } from '#src/ui/data/badge.tsx'

const noChildren: [] = []

/** A student's day: what is to be done, lessons, new marks, homework of the rest of the week. */
export function StudentDay() {
  const lessons = useUpcomingLessons(noChildren)
  return (
    <HomeColumns
      aside={
        <>
          <LaterHomeworkBlock />
          <MarksBlock />
          <ChangesBlock elsewhere={shownLessons(lessons.upcoming)} />
          <SchoolBlock />
          <EventsBlock />
        </>
      }
    >
      <NeedsBlock />
      <UpcomingLessonsBlock upcoming={lessons.upcoming}>
        <UpcomingDaysCard {...lessons} />
      </UpcomingLessonsBlock>
    </HomeColumns>
  )
}

const maxTasks = 3

/** Homework of the week that is due after tomorrow: the other is to be done now. Absent without any. */
function LaterHomeworkBlock() {
  const dates = useDates()
  const { today } = useSchoolNow()
  const tomorrow = shiftDay(today, 1, 'day')
  const tasks = useHomeworkToDo().tasks.filter(({ dueAt }) => dates.dayOf(dueAt) > tomorrow)
  if (tasks.length === 0) return null
  return (
    <HomeBlock
      title={<Trans>Ближайшие задания</Trans>}
      link={
        <ScreenLink to="/homework">
          <Trans>Все задания</Trans>
        </ScreenLink>
      }
    >
      <HomeList items={tasks} keyOf={({ uuid }) => uuid} max={maxTasks}>
        {({ uuid, subject, title, dueAt, scheduledOn }) => (
          <HomeRow
            start={{
              content: (
                <DateTile day={dates.dayOf(dueAt)} weekday={dates.weekdayShort(dates.dayOf(dueAt))} size="small" />
              ),
            }}
            to={{ to: '/schedule', search: { date: scheduledOn, item: uuid } }}
            title={subject}
            due={<Trans>сдать до {dates.time(dueAt)}</Trans>}
            note={[title]}
          />
        )}
      </HomeList>
    </HomeBlock>
  )
}
