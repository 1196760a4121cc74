import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { Homework, HomeworkTask } from '#contract/learning/homework.ts'
import type { Child } from '#contract/schemas.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { childrenOf } from '#src/api/profile.ts'
import { homeworkOfWeeksQuery, homeworkQuery } from '#src/api/progress.ts'
import { homeworkOfChild, homeworkSections } from '#src/domain/homework.ts'
import { shiftDay, startOfWeek } from '#src/i18n/calendar-days.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { homeworkStateLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { ChildSelect } from '#src/routes/-flow/filters/child-select.tsx'
import { ChildSwitcher } from '#src/routes/-flow/filters/child-switcher.tsx'
import { ClosedChildren } from '#src/routes/-flow/filters/closed-children.tsx'
import { ProgressHeading } from '#src/routes/-flow/filters/progress-heading.tsx'
import { TaskList } from '#src/routes/-flow/homework/task-list.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { classNames } from '#src/ui/class-names.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonLine, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { FoldingBar } from '#src/ui/layout/folding-bar.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { WeekSwitch } from './week-switch.tsx'

const noChildren: readonly Child[] = []

/** Homework of a week by day, of all children or of one. */
export default function HomeworkPage() {
  const title = useScreenTitle()
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('homework')
  const { today } = useSchoolNow()
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const children = useQuery({ ...childrenOf('seesLearning'), enabled: isParent })
  const monday = startOfWeek(search.date ?? today)
  const child = isParent ? search.child : undefined
  const choice = {
    legend: t`Чьи задания`,
    people: children.data,
    chosen: search.child,
    onChooseAll: () => replace({ child: undefined }),
    onChoose: (child: string) => replace({ child }),
  }
  return (
    <FoldingBar
      bar={
        <>
          {isParent ? (
            <ProgressHeading current="homework" child={search.child}>
              {!children.isError && <ChildSelect {...choice} />}
            </ProgressHeading>
          ) : (
            <PageHeading isCompact>{title('homework')}</PageHeading>
          )}
          {isParent && !children.isError && (
            <div className="max-md:hidden">
              <ChildSwitcher {...choice} />
            </div>
          )}
          <WeekSwitch monday={monday} today={today} />
        </>
      }
    >
      <ClosedChildren />
      <QueryBoundary query={homeworkQuery(monday)} skeleton={<HomeworkSkeleton />}>
        {(homework) => (
          <>
            <Week
              homework={homeworkOfChild(homework, child)}
              people={children.data ?? noChildren}
              monday={monday}
              today={today}
            />
            {monday === startOfWeek(today) && (
              <LaterTasks child={child} people={children.data ?? noChildren} monday={shiftDay(monday, 7, 'day')} />
            )}
          </>
        )}
      </QueryBoundary>
    </FoldingBar>
  )
}

type WeekProps = { homework: Homework; people: readonly Child[]; monday: string; today: string }

function Week({ homework, people, monday, today }: WeekProps) {
  const dates = useDates()
  const { late, days, past } = homeworkSections(homework, { monday, today, dates })
  const all = [...late, ...days.flatMap(({ tasks }) => tasks), ...past]
  const isDone = monday === startOfWeek(today) && !all.some(({ canBeDone }) => canBeDone)
  if (all.length === 0) return <NoTasks monday={monday} today={today} />
  return (
    <div className="flex flex-col gap-base max-md:pt-xs md:gap-md">
      {/* On a phone the headings of the parts say the same, and that of what is late everywhere. */}
      {all.length > late.length && (
        <div className="text-sm text-ink-muted max-md:hidden">
          <TaskCounts tasks={all.filter((task) => !late.includes(task))} isThisWeek={monday === startOfWeek(today)} />
        </div>
      )}
      {isDone && (
        <div className="flex flex-wrap items-center gap-x-base gap-y-xs">
          <p>
            <Trans>До {dates.day(shiftDay(monday, 6, 'day'))} сдавать больше нечего.</Trans>
          </p>
          <OtherWeekLink monday={monday} isThisWeek />
        </div>
      )}
      {all.some(({ state, url }) => state === 'ended' && url !== null) && (
        <p className="-mt-base text-sm text-ink-muted max-md:mt-0">
          <Trans>Сдана ли самостоятельная, видно на её странице.</Trans>
        </p>
      )}
      {late.length > 0 && (
        <TaskList title={<Trans>Просрочено: {late.length}</Trans>} tasks={late} people={people} withDay />
      )}
      {days.map(({ day, tasks }) => (
        <TaskList key={day} title={<DayTitle day={day} today={today} />} tasks={tasks} people={people} />
      ))}
      {past.length > 0 && (
        <TaskList title={<Trans>Раньше на этой неделе</Trans>} tasks={past} people={people} withDay />
      )}
    </div>
  )
}

/** Tasks after the current week that are shown below it. */
const laterCount = 5

type LaterTasksProps = Pick<WeekProps, 'people' | 'monday'> & { child: string | undefined }

/** The next tasks from a Monday on; nothing while they load or after a failure. */
function LaterTasks({ child, people, monday }: LaterTasksProps) {
  const dates = useDates()
  const { data } = useQuery(optionalQuery(homeworkOfWeeksQuery(monday)))
  const tasks = data ? homeworkOfChild(data, child).tasks : []
  const next = tasks.filter(({ canBeDone, dueAt }) => canBeDone && dates.dayOf(dueAt) >= monday).slice(0, laterCount)
  if (next.length === 0) return null
  return (
    <div className="pt-base md:pt-md">
      <TaskList title={<Trans>Позже</Trans>} tasks={next} people={people} withDay />
    </div>
  )
}

function DayTitle({ day, today }: { day: string; today: string }) {
  const weekday = useDates().weekday(day)
  if (day === today) return <Trans>Сегодня, {weekday}</Trans>
  return day === shiftDay(today, 1, 'day') ? <Trans>Завтра, {weekday}</Trans> : weekday
}

const countedStates = ['overdue', 'open', 'submitted', 'checked', 'ended'] as const

/** How many tasks are in which state. Below this week stand tasks of later ones, which it does not count. */
function TaskCounts({ tasks, isThisWeek }: { tasks: readonly HomeworkTask[]; isThisWeek: boolean }) {
  const { i18n } = useLingui()
  const counts = countedStates
    .map((state) => ({ state, count: tasks.filter((task) => task.state === state).length }))
    .filter(({ count }) => count > 0)
  return (
    <p className="tabular-nums empty:hidden">
      {counts.map(({ state, count }, index) => (
        <Fragment key={state}>
          {index > 0 && separator}
          <span className={classNames('whitespace-nowrap', state === 'overdue' && 'text-ink-error')}>
            {isThisWeek && state === 'open' ? (
              <Trans>Сдать на этой неделе</Trans>
            ) : (
              i18n._(labelOf(homeworkStateLabels, state))
            )}
            : {count}
          </span>
        </Fragment>
      ))}
    </p>
  )
}

function NoTasks({ monday, today }: { monday: string; today: string }) {
  const { t } = useLingui()
  const isThisWeek = monday === startOfWeek(today)
  return (
    <EmptyCard
      icon="schedule-self-study"
      tone={monday <= today ? 'success' : 'accent'}
      title={monday < startOfWeek(today) ? t`На этой неделе ничего не задавали` : t`На эту неделю ничего не задано`}
      action={<OtherWeekLink monday={monday} isThisWeek={isThisWeek} />}
    >
      <Trans>Задания появляются здесь, как только преподаватели их задают.</Trans>
    </EmptyCard>
  )
}

/** From the current week to the next one, from another one to the current week. */
function OtherWeekLink({ monday, isThisWeek }: { monday: string; isThisWeek: boolean }) {
  return (
    <ButtonLink
      from="/homework"
      to="/homework"
      search={(now) => ({ ...now, date: isThisWeek ? shiftDay(monday, 7, 'day') : undefined })}
      resetScroll={false}
    >
      {isThisWeek ? <Trans>Следующая неделя</Trans> : <Trans>К этой неделе</Trans>}
    </ButtonLink>
  )
}

function HomeworkSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <SkeletonLine width="half" />
      <SkeletonTable rows={2} columns={2} />
      <SkeletonTable rows={3} columns={2} />
    </div>
  )
}
