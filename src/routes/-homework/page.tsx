import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Homework } from '#contract/learning/homework.ts'
import type { Child } from '#contract/schemas.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { homeworkQuery } from '#src/api/progress.ts'
import { homeworkByDay, homeworkOfChild } from '#src/domain/homework.ts'
import { shiftDay, startOfWeek } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { ChildSelect } from '#src/routes/-flow/filters/child-select.tsx'
import { ChildSwitcher } from '#src/routes/-flow/filters/child-switcher.tsx'
import { ProgressTabs } from '#src/routes/-flow/filters/progress-tabs.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonLine, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { FoldingBar } from '#src/ui/layout/folding-bar.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { TaskCounts, TaskList } from './task-list.tsx'
import { WeekSwitch } from './week-switch.tsx'

const noChildren: readonly Child[] = []

/** Homework of a week by day, of all children or of one. */
export default function HomeworkPage() {
  const title = useScreenTitle()
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('homework')
  const { today } = useSchoolNow()
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const children = useQuery({ ...childrenQuery(), enabled: isParent })
  const monday = startOfWeek(search.date ?? today)
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
          <PageHeading isCompact>{title('homework')}</PageHeading>
          {isParent && (
            <div className="flex items-center gap-sm">
              <div className="min-w-0 flex-1">
                <ProgressTabs isInRow current="homework" child={search.child} />
              </div>
              <Responsive from="md" narrow={<ChildSelect {...choice} />} wide={null} />
            </div>
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
      <QueryBoundary query={homeworkQuery(monday)} skeleton={<HomeworkSkeleton />}>
        {(homework) => (
          <Week
            homework={homeworkOfChild(homework, isParent ? search.child : undefined)}
            people={children.data ?? noChildren}
            monday={monday}
            today={today}
          />
        )}
      </QueryBoundary>
    </FoldingBar>
  )
}

type WeekProps = { homework: Homework; people: readonly Child[]; monday: string; today: string }

function Week({ homework: { tasks, earlier }, people, monday, today }: WeekProps) {
  const dates = useDates()
  const isThisWeek = monday === startOfWeek(today)
  const left = isThisWeek ? earlier : []
  if (tasks.length === 0 && left.length === 0) return <NoTasks monday={monday} today={today} />
  const children = people.map(({ uuid }) => uuid)
  return (
    <div className="flex flex-col gap-lg max-md:pt-xs">
      {tasks.length > 0 && <TaskCounts tasks={[...left, ...tasks]} />}
      {left.length > 0 && (
        <TaskList title={<Trans>Осталось с прошлых недель</Trans>} tasks={left} people={people} withDay />
      )}
      {homeworkByDay(tasks, { children, dates }).map(({ day, tasks: own }) => (
        <TaskList
          key={day}
          title={
            <>
              {dates.weekday(day)}
              <DayNote day={day} today={today} />
            </>
          }
          tasks={own}
          people={people}
        />
      ))}
    </div>
  )
}

function DayNote({ day, today }: { day: string; today: string }) {
  if (day !== today && day !== shiftDay(today, 1, 'day')) return null
  return (
    <span className="text-base font-normal text-ink-muted">
      {' '}
      {day === today ? <Trans>сегодня</Trans> : <Trans>завтра</Trans>}
    </span>
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
      action={
        <ButtonLink
          from="/homework"
          to="/homework"
          search={(now) => ({ ...now, date: isThisWeek ? shiftDay(monday, 7, 'day') : undefined })}
          resetScroll={false}
        >
          {isThisWeek ? <Trans>Следующая неделя</Trans> : <Trans>К этой неделе</Trans>}
        </ButtonLink>
      }
    >
      <Trans>Задания появляются здесь, как только учителя их задают.</Trans>
    </EmptyCard>
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
