import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Progress, ProgressGroup } from '#contract/learning/progress.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { homeworkQuery, progressGroupsQuery, progressQuery, progressTrendQuery } from '#src/api/progress.ts'
import { homeworkOfChild, homeworkToDo } from '#src/domain/homework.ts'
import { selectProgressGroup } from '#src/domain/progress.ts'
import { startOfWeek } from '#src/i18n/calendar-days.ts'
import { separator } from '#src/i18n/labels.ts'
import { ChildSelect } from '#src/routes/-flow/filters/child-select.tsx'
import { ChildSwitcher, type ChildSwitcherProps } from '#src/routes/-flow/filters/child-switcher.tsx'
import { ClosedChildren } from '#src/routes/-flow/filters/closed-children.tsx'
import { ProgressHeading } from '#src/routes/-flow/filters/progress-heading.tsx'
import { TaskList } from '#src/routes/-flow/homework/task-list.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { QueryBoundary, QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock, SkeletonLine, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { FoldingBar } from '#src/ui/layout/folding-bar.tsx'
import { AspectCharts, hasFigures, SummarySentence } from './aspects.tsx'
import { PhoneGroupSelection } from './group-selection.tsx'
import { LessonList } from './lesson-list.tsx'
import { groupLabel, useGroupChoice } from './use-group-choice.ts'

export default function ProgressPage() {
  const { search } = useScreenSearch('progress')
  return (
    <FoldingBar
      bar={
        <>
          <ProgressHeading current="progress" child={search.child} />
          <div className="max-md:hidden">
            <GroupChildSwitcher />
          </div>
          <div className="flex flex-wrap gap-xs pb-xs empty:hidden md:hidden">
            <GroupChildSelect />
            <PhoneGroupSelection />
          </div>
        </>
      }
    >
      <ClosedChildren />
      <QueryBoundary
        query={progressGroupsQuery()}
        skeleton={<ProgressSkeleton />}
        isEmpty={(groups) => groups.length === 0}
        empty={<NoGroups />}
      >
        {(groups) => <ProgressOfGroup groups={groups} />}
      </QueryBoundary>
    </FoldingBar>
  )
}

function GroupChildSwitcher() {
  return <ChildSwitcher {...useChildChoice()} />
}

/** The same on a phone. */
function GroupChildSelect() {
  return <ChildSelect {...useChildChoice()} />
}

function useChildChoice(): ChildSwitcherProps {
  const { t } = useLingui()
  const { people, child, chooseChild } = useGroupChoice()
  return { legend: t`Чьи посещаемость и задания`, people, chosen: child, onChoose: chooseChild }
}

/** Selection of the group, which the URL holds, and the progress. */
function ProgressOfGroup({ groups }: { groups: readonly ProgressGroup[] }) {
  const { search } = useScreenSearch('progress')
  const { data: children = [] } = useQuery(childrenQuery())
  const shown = selectProgressGroup(groups, search)
  const child = shown?.studentUuid ?? search.child
  const name = children.find(({ uuid }) => uuid === child)?.firstName
  return (
    <>
      <GroupSelector
        child={child}
        groups={groups.filter(({ studentUuid }) => studentUuid === child)}
        group={shown?.groupId}
      />
      {shown === undefined ? (
        <NoGroups />
      ) : (
        <GroupProgress key={`${shown.studentUuid} ${shown.groupId}`} group={shown} name={name} />
      )}
    </>
  )
}

function NoGroups() {
  const { t } = useLingui()
  return (
    <EmptyCard
      icon="progress"
      title={t`Групп пока нет`}
      action={
        <ButtonLink to="/catalog" variant="primary">
          <Trans>Выбрать курс в каталоге</Trans>
        </ButtonLink>
      }
    >
      <Trans>Когда ребёнок начнёт учиться, здесь будут посещаемость, домашние задания и тесты по каждой группе.</Trans>
    </EmptyCard>
  )
}

type GroupSelectorProps = {
  child: string | undefined
  /** Groups of the selected child. */
  groups: readonly ProgressGroup[]
  group: string | undefined
}

/** Selection of the group; hidden with one. */
function GroupSelector({ child, groups, group }: GroupSelectorProps) {
  const { t } = useLingui()
  const { replace } = useScreenSearch('progress')
  if (groups.length < 2) return null
  return (
    <div className="mb-lg max-md:hidden print:hidden">
      <FilterChips
        legend={t`Группа`}
        legendHidden
        options={groups.map((each) => ({ value: each.groupId, label: groupLabel(each, groups) }))}
        selected={group === undefined ? [] : [group]}
        single
        onChange={([chosen]) => chosen !== undefined && replace({ child, group: chosen, lesson: undefined })}
      />
    </div>
  )
}

type GroupProgressProps = { group: ProgressGroup; name: string | undefined }

/** How the child is doing in a sentence, what is to be done, then the lessons one by one, then figures and months. */
function GroupProgress({ group, name }: GroupProgressProps) {
  return (
    <QueryBoundary query={progressQuery(group.studentUuid, group.groupId)} skeleton={<GroupSkeleton />}>
      {({ summary, items }) => (
        <div className="flex flex-col gap-lg">
          {/* On a phone the button above the page names it. */}
          <header className="max-md:sr-only print:not-sr-only">
            <h2 className="text-xl">
              <SchoolText>{group.title}</SchoolText>
            </h2>
            {/* On the screen the selections name them. */}
            <p className="hidden text-ink-muted print:block">{[name, group.subject].filter(Boolean).join(separator)}</p>
          </header>
          <Summary summary={summary} items={items} />
          <TasksToDo group={group} />
          {items.length > 0 && <LessonList items={items} />}
          <Charts group={group} summary={summary} items={items} />
        </div>
      )}
    </QueryBoundary>
  )
}

type GroupPartProps = Progress & { group: ProgressGroup }

const hasBegun = ({ items }: Pick<Progress, 'items'>, today: string) => items.some(({ date }) => date <= today)

function Summary({ summary, items }: Progress) {
  const { t } = useLingui()
  const { today } = useSchoolNow()
  if (hasBegun({ items }, today)) return <SummarySentence summary={summary} />
  return (
    <EmptyCard icon="calendar" title={t`Занятий ещё не было`}>
      <Trans>После первого занятия здесь появятся посещаемость, домашние задания и тесты.</Trans>
    </EmptyCard>
  )
}

/** Tasks of the subject that can still be handed in, until the end of the week; nothing after a failure. */
function TasksToDo({ group: { studentUuid, subject } }: { group: ProgressGroup }) {
  const { today } = useSchoolNow()
  const { data } = useQuery(optionalQuery(homeworkQuery(startOfWeek(today))))
  const tasks = data && homeworkToDo(homeworkOfChild(data, studentUuid)).filter((task) => task.subject === subject)
  if (tasks === undefined) return null
  if (tasks.length > 0) return <TaskList title={<Trans>Что сдать</Trans>} tasks={tasks} withDay />
  return (
    <p className="flex items-center gap-xs text-sm text-ink-muted">
      <span className="text-ink-success">
        <Icon name="check" size={16} />
      </span>
      <Trans>На этой неделе сдавать больше нечего.</Trans>
    </p>
  )
}

/** The months are a separate query; the sentence and the lessons do not depend on it. */
function Charts({ group, summary, items }: GroupPartProps) {
  const id = useId()
  const { today } = useSchoolNow()
  const trend = useQuery(progressTrendQuery(group.studentUuid, group.groupId))
  if (!hasBegun({ items }, today) || !hasFigures(summary)) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-xs text-lg">
        <Trans>Итоги</Trans>
      </h3>
      <QueryState result={trend} skeleton={<ChartsSkeleton />}>
        {({ months, recent }) => <AspectCharts sums={{ summary, recent }} months={months} items={items} />}
      </QueryState>
    </section>
  )
}

function ProgressSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <SkeletonLine width="half" height="control" />
      <GroupSkeleton />
    </div>
  )
}

function GroupSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <SkeletonBlock size="notice" />
      <SkeletonTable rows={8} />
      <ChartsSkeleton />
    </div>
  )
}

function ChartsSkeleton() {
  return (
    <div className="grid gap-base md:grid-cols-3">
      <SkeletonBlock />
      <SkeletonBlock />
      <SkeletonBlock />
    </div>
  )
}
