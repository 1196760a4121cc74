// biome-ignore-all lint/a11y/noRedundantRoles: `display: grid` on a phone takes the native roles away

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ProgressOverview, ProgressSums } from '#contract/learning/progress.ts'
import { displayName } from '#contract/people/names.ts'
import type { Child } from '#contract/schemas.ts'
import { childrenOf } from '#src/api/profile.ts'
import { progressOverviewQuery } from '#src/api/progress.ts'
import { type Aspect, type AspectShare, aspectShareOf, aspects, sumProgress } from '#src/domain/progress.ts'
import { formatPercent } from '#src/i18n/numbers.ts'
import { ClosedChildren } from '#src/routes/-flow/filters/closed-children.tsx'
import { ProgressHeading } from '#src/routes/-flow/filters/progress-heading.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { aspectTitles, ProgressTrend } from '#src/routes/-query/labels/progress-trend.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { QueryBoundary, QueryState } from '#src/routes/-query/query-boundary.tsx'
import { Avatar } from '#src/ui/data/avatar.tsx'
import { NoValue } from '#src/ui/data/badge.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock, SkeletonLine, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { FoldingBar } from '#src/ui/layout/folding-bar.tsx'
import { AttentionList } from './attention-list.tsx'

export default function LearningProgressPage() {
  const { t } = useLingui()
  const people = useQuery(childrenOf('seesLearning'))
  return (
    <FoldingBar bar={<ProgressHeading current="learning-progress" />}>
      <ClosedChildren />
      <QueryState
        result={people}
        skeleton={<OverviewSkeleton />}
        isEmpty={(children) => children.length === 0}
        empty={
          <EmptyCard icon="award" title={t`Детей пока нет`}>
            <Trans>Когда школа запишет к вам ребёнка, здесь будут его посещаемость, домашние задания и тесты.</Trans>
          </EmptyCard>
        }
      >
        {(children) => (
          <QueryBoundary query={progressOverviewQuery()} skeleton={<OverviewSkeleton />}>
            {(overview) => <FamilyProgress people={children} overview={overview} />}
          </QueryBoundary>
        )}
      </QueryState>
    </FoldingBar>
  )
}

type FamilyProgressProps = { people: readonly Child[]; overview: readonly ProgressOverview[] }

function FamilyProgress({ people, overview }: FamilyProgressProps) {
  const { t } = useLingui()
  const children = people.flatMap((child) => {
    const progress = overview.find(({ studentUuid }) => studentUuid === child.uuid)
    return progress === undefined ? [] : [{ child, progress }]
  })
  return (
    <div className="flex flex-col gap-lg md:gap-xl">
      <AttentionList people={children} />
      <section aria-label={t`Дети`} className={`grid items-start gap-base ${columnsOf(children.length)}`}>
        {children.map((each) => (
          <ChildCard key={each.child.uuid} {...each} />
        ))}
      </section>
      <p className="text-sm text-ink-muted">
        <Trans>Каждый сравнивается только со своим прошлым, и никогда — с другими.</Trans>
      </p>
    </div>
  )
}

/** Columns by the number of cards: the width of a card must not change while the page is still being received. */
function columnsOf(count: number): string {
  if (count < 2) return ''
  return count === 2 ? 'md:grid-cols-2' : 'md:grid-cols-2 xl:grid-cols-3'
}

function OverviewSkeleton() {
  return (
    <div className="flex flex-col gap-lg md:gap-xl">
      <div className="flex flex-col gap-base">
        <SkeletonLine width="half" height="heading" />
        <SkeletonTable rows={3} columns={1} />
      </div>
      <div className={`grid gap-base ${columnsOf(3)}`}>
        <SkeletonBlock size="large" />
        <SkeletonBlock size="large" />
        <SkeletonBlock size="large" />
      </div>
    </div>
  )
}

type ChildCardProps = { child: Child; progress: ProgressOverview }

/** Progress of a child: totals over all groups, and each group where there are several. */
function ChildCard({ child: { uuid, firstName, lastName, avatar }, progress: { groups } }: ChildCardProps) {
  const all = sumProgress(groups)
  const [only, ...others] = groups
  return (
    <Card as="article">
      <h2 className="mb-xs flex items-center gap-sm text-lg wrap-anywhere">
        <Avatar name={displayName({ firstName, lastName })} src={avatar} />
        <SchoolText>{firstName}</SchoolText>
      </h2>
      {only === undefined && (
        <p className="text-ink-muted">
          <Trans>Групп пока нет. Когда начнутся занятия, посещаемость и задания появятся здесь.</Trans>
        </p>
      )}
      {only !== undefined && all.months.length === 0 && (
        <p className="mb-xs text-ink-muted">
          <Trans>Занятий ещё не было.</Trans>
        </p>
      )}
      {all.months.length > 0 && (
        <div className="divide-y divide-line-soft">
          {aspects.map((aspect) => (
            <AspectSummary key={aspect} aspect={aspect} sums={all} />
          ))}
        </div>
      )}
      {only !== undefined && others.length === 0 && (
        <p className="mt-xs text-sm">
          <GroupLink child={uuid} group={only} />
        </p>
      )}
      {others.length > 0 && <GroupTable child={uuid} name={firstName} groups={groups} />}
    </Card>
  )
}

type AspectSummaryProps = { aspect: Aspect; sums: ProgressSums }

function AspectSummary({ aspect, sums }: AspectSummaryProps) {
  const { i18n } = useLingui()
  return (
    <div className="flex min-h-[56px] items-center gap-sm py-xs">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{i18n._(aspectTitles[aspect])}</p>
        <ProgressTrend aspect={aspect} sums={sums} />
      </div>
      <p className="shrink-0 text-xl font-strong tabular-nums">
        <Percentage part={aspectShareOf(sums.summary, aspect)} />
      </p>
    </div>
  )
}

/** Percentage; without data a dash with a text for screen readers. */
function Percentage({ part }: { part: AspectShare | null }) {
  const { i18n } = useLingui()
  if (part !== null) return formatPercent(part.share, i18n.locale)
  return (
    <NoValue>
      <Trans>пока нет</Trans>
    </NoValue>
  )
}

type GroupTableProps = { child: string; name: string; groups: ProgressOverview['groups'] }

/** On a narrow phone the name is above its figures, so that words are not broken. */
const phoneRowClasses = 'max-sm:grid max-sm:grid-cols-[auto_auto_auto] max-sm:justify-between max-sm:gap-x-xs'

/** Indicators of each group with links to its progress page. */
function GroupTable({ child, name, groups }: GroupTableProps) {
  const { i18n } = useLingui()
  return (
    <table role="table" className="mt-base w-full text-sm max-sm:block">
      <caption className="sr-only">
        <Trans>{name} по группам</Trans>
      </caption>
      <thead role="rowgroup" className="max-sm:block">
        <tr
          role="row"
          className={`border-b border-line text-right align-bottom text-xs text-ink-muted ${phoneRowClasses}`}
        >
          <th role="columnheader" scope="col" className="w-full py-xs text-left font-normal max-sm:sr-only">
            <Trans>Группа</Trans>
          </th>
          {aspects.map((aspect) => (
            <th key={aspect} role="columnheader" scope="col" className="py-xs pl-xs font-normal max-sm:pl-0">
              {i18n._(aspectTitles[aspect])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:block">
        {groups.map((group) => (
          <tr key={group.groupId} role="row" className={`border-b border-line-soft last:border-b-0 ${phoneRowClasses}`}>
            <th role="rowheader" scope="row" className="py-xs text-left font-normal max-sm:col-span-3 max-sm:pb-0">
              <GroupLink child={child} group={group} />
            </th>
            {group.months.length === 0 ? (
              <td role="cell" colSpan={aspects.length} className="py-xs pl-xs text-right text-ink-muted max-sm:pl-0">
                <Trans>занятий ещё не было</Trans>
              </td>
            ) : (
              aspects.map((aspect) => (
                <td key={aspect} role="cell" className="py-xs pl-xs text-right max-sm:pl-0">
                  <Percentage part={aspectShareOf(group.summary, aspect)} />
                </td>
              ))
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function GroupLink({
  child,
  group: { groupId, title, subject },
}: {
  child: string
  group: ProgressOverview['groups'][number]
}) {
  return (
    <ScreenLink to="/progress" search={{ child, group: groupId }} title={title}>
      {subject}
    </ScreenLink>
  )
}
