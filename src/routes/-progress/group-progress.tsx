import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Progress, ProgressGroup } from '#contract/learning.ts'
import { progressQuery, progressTrendQuery } from '#src/api/progress.ts'
import { aspects } from '#src/domain/progress.ts'
import { separator } from '#src/i18n/labels.ts'
import { QueryBoundary, QueryState } from '#src/routes/-shell/query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-shell/shell/use-now.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { AspectCard } from './aspect-card.tsx'
import { AspectTrend } from './aspect-trend.tsx'
import { LessonList } from './lesson-list.tsx'
import { GroupSkeleton, TrendSkeleton } from './skeleton.tsx'

type GroupProgressProps = { group: ProgressGroup; name: string | undefined }

/** Progress of a child in a group: indicators with charts, and lessons. */
export function GroupProgress({ group, name }: GroupProgressProps) {
  return (
    <QueryBoundary query={progressQuery(group.studentUuid, group.groupId)} skeleton={<GroupSkeleton />}>
      {(progress) => (
        <>
          <header className="mb-base">
            <h2 className="text-xl">{group.title}</h2>
            <p className="text-ink-muted">{[name, group.subject].filter(Boolean).join(separator)}</p>
          </header>
          <GroupFigures group={group} progress={progress} />
          {progress.items.length > 0 && <LessonList items={progress.items} />}
        </>
      )}
    </QueryBoundary>
  )
}

/** The trend is a separate query; the figures do not depend on it. */
function GroupFigures({ group, progress: { summary, items } }: { group: ProgressGroup; progress: Progress }) {
  const { t } = useLingui()
  const { today } = useSchoolNow()
  const trend = useQuery(progressTrendQuery(group.studentUuid, group.groupId))
  if (items.every(({ date }) => date > today)) {
    return (
      <Card>
        <EmptyState icon="calendar" title={t`Занятий ещё не было`}>
          <Trans>После первого занятия здесь появятся посещаемость, домашние работы и тесты.</Trans>
        </EmptyState>
      </Card>
    )
  }
  return (
    <section aria-label={t`Итоги`} className="flex flex-col gap-base">
      <div className="grid items-stretch gap-base lg:grid-cols-3">
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
