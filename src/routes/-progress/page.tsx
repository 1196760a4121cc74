import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Progress, ProgressGroup } from '#contract/learning/progress.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { progressGroupsQuery, progressQuery, progressTrendQuery } from '#src/api/progress.ts'
import { aspects, selectProgressGroup } from '#src/domain/progress.ts'
import { separator } from '#src/i18n/labels.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { ChildSwitcher } from '#src/routes/-flow/filters/child-switcher.tsx'
import { ProgressTabs } from '#src/routes/-flow/filters/progress-tabs.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { QueryBoundary, QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { Skeleton, SkeletonBlock, SkeletonLine, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { FoldingBar } from '#src/ui/layout/folding-bar.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { AspectCard, AspectTrend } from './aspect-card.tsx'
import { PhoneGroupSelection } from './group-selection.tsx'
import { LessonList } from './lesson-list.tsx'
import { groupLabel, useGroupChoice } from './use-group-choice.ts'

export default function ProgressPage() {
  const title = useScreenTitle()
  const { search } = useScreenSearch('progress')
  return (
    <FoldingBar
      bar={
        <>
          <div className="flex items-center justify-between gap-xs max-md:min-h-[44px] md:items-start">
            <PageHeading isCompact>
              {/* Two lines beside the button. */}
              <span className="max-md:block max-md:text-base max-md:leading-tight">{title('progress')}</span>
            </PageHeading>
            <div className="min-w-0 shrink-0 md:hidden">
              <PhoneGroupSelection />
            </div>
          </div>
          <div className="max-md:-mb-base">
            <ProgressTabs current="progress" child={search.child} />
          </div>
          <div className="max-md:hidden">
            <GroupChildSwitcher />
          </div>
        </>
      }
    >
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
  const { t } = useLingui()
  const { people, child, chooseChild } = useGroupChoice()
  return <ChildSwitcher legend={t`Чьи посещаемость и задания`} people={people} chosen={child} onChoose={chooseChild} />
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

function GroupProgress({ group, name }: GroupProgressProps) {
  return (
    <QueryBoundary query={progressQuery(group.studentUuid, group.groupId)} skeleton={<GroupSkeleton />}>
      {(progress) => (
        <>
          {progress.items.length === 0 ? (
            <header className="mb-base">
              <GroupHeading group={group} name={name} />
            </header>
          ) : (
            <LessonList items={progress.items} heading={<GroupHeading group={group} name={name} />} />
          )}
          <GroupFigures group={group} progress={progress} />
        </>
      )}
    </QueryBoundary>
  )
}

function GroupHeading({ group: { title, subject }, name }: GroupProgressProps) {
  return (
    <div className="min-w-0">
      {/* On a phone the button above the page names it. */}
      <h2 className="text-xl max-md:sr-only print:not-sr-only">{title}</h2>
      <p className="text-ink-muted max-md:hidden">{[name, subject].filter(Boolean).join(separator)}</p>
    </div>
  )
}

/** The trend is a separate query; the figures do not depend on it. */
function GroupFigures({ group, progress: { summary, items } }: { group: ProgressGroup; progress: Progress }) {
  const { t } = useLingui()
  const id = useId()
  const { today } = useSchoolNow()
  const trend = useQuery(progressTrendQuery(group.studentUuid, group.groupId))
  if (items.every(({ date }) => date > today)) {
    return (
      <EmptyCard icon="calendar" title={t`Занятий ещё не было`}>
        <Trans>После первого занятия здесь появятся посещаемость, домашние задания и тесты.</Trans>
      </EmptyCard>
    )
  }
  return (
    <section aria-labelledby={id} className="flex flex-col gap-base">
      <h2 id={id} className="text-xl">
        <Trans>Итоги</Trans>
      </h2>
      <div className="grid items-stretch gap-base md:grid-cols-3">
        {aspects.map((aspect) => (
          <AspectCard key={aspect} aspect={aspect} summary={summary}>
            {trend.data && <AspectTrend aspect={aspect} sums={{ summary, ...trend.data }} items={items} />}
            {trend.isPending && <TrendSkeleton />}
          </AspectCard>
        ))}
      </div>
      {trend.error && (
        <section>
          <h3 className="mb-xs text-lg">
            <Trans>Как менялось со временем</Trans>
          </h3>
          <QueryState result={trend} skeleton={null}>
            {() => null}
          </QueryState>
        </section>
      )}
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
      <SkeletonLine width="half" height="heading" />
      <SkeletonTable rows={8} />
      <div className="grid gap-base md:grid-cols-3">
        <SkeletonBlock size="large" />
        <SkeletonBlock size="large" />
        <SkeletonBlock size="large" />
      </div>
    </div>
  )
}

function TrendSkeleton() {
  const { t } = useLingui()
  return (
    <Skeleton label={t`Загружаем…`}>
      <SkeletonLine width="long" />
      <div className="mt-base">
        <SkeletonBlock />
      </div>
    </Skeleton>
  )
}
