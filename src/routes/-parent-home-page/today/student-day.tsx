import { Trans } from '@lingui/react/macro'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { HomeBlock, HomeBlocks } from '#src/routes/-flow/home/home-block.tsx'
import { HomeList } from '#src/routes/-flow/home/home-list.tsx'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import {
  DayPlan,
  DaysTitle,
  entriesWithState,
  FreeDaysNote,
  FreeDaysText,
  type Plan,
  usePlanOf,
} from '#src/routes/-parent-home-page/day-plan.tsx'
import { EventsBlock } from '#src/routes/-parent-home-page/events-block.tsx'
import { ChangesBlock, MarksBlock } from '#src/routes/-parent-home-page/marks-and-changes.tsx'
import { NeedsBlock } from '#src/routes/-parent-home-page/needs-block.tsx'
import { SchoolBlock } from '#src/routes/-parent-home-page/school-block.tsx'
import { useHomeworkToDo } from '#src/routes/-parent-home-page/use-homework-to-do.ts'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useUpcomingEntries } from '#src/routes/-query/use-upcoming-entries.ts'
import { DateTile } from '#src/ui/data/badge.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'

/** A student's day: what is to be done, lessons, new marks, homework of the rest of the week. */
export function StudentDay() {
  const { entries, result } = useUpcomingEntries()
  const { tasks } = useHomeworkToDo()
  const { today } = useSchoolNow()
  const planOf = usePlanOf()
  const plans = result.data === undefined ? [] : [planOf(entries, tasks)]
  return (
    <div className="flex flex-col gap-lg">
      <NeedsBlock />
      <HomeBlock
        title={<DaysTitle plans={plans} />}
        link={
          <ScreenLink to="/schedule">
            <Trans>Всё расписание</Trans>
          </ScreenLink>
        }
      >
        <QueryState result={result} skeleton={<SkeletonCards count={1} />}>
          {() => <Lessons plans={plans} />}
        </QueryState>
      </HomeBlock>
      <HomeBlocks>
        <LaterHomeworkBlock />
        <MarksBlock />
        <ChangesBlock
          elsewhere={new Set(plans.flatMap((plan) => entriesWithState(plan, { child: undefined, today })))}
        />
        <SchoolBlock />
        <EventsBlock />
      </HomeBlocks>
    </div>
  )
}

function Lessons({ plans }: { plans: readonly Plan[] }) {
  const [plan] = plans
  return (
    <Card padding="flush" as="div">
      <FreeDaysNote plans={plans} />
      {plan && (
        <div className="flex flex-col gap-xxs px-base py-xs md:px-lg">
          {plan.isFree && <FreeDaysText plan={plan} isSaid />}
          <DayPlan plan={plan} child={undefined} />
        </div>
      )}
    </Card>
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
      title={<Trans>Следующие задания</Trans>}
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
