import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Progress, ProgressGroup } from '#contract/learning.ts'
import { progressQuery, progressTrendQuery } from '#src/api/progress.ts'
import { separator } from '#src/i18n/separator.ts'
import { Faces, Loaded } from '#src/routes/-frame/loaded.tsx'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { aspects } from '#src/school/progress.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { AspectCard } from './aspect-card.tsx'
import { AspectTrend } from './aspect-trend.tsx'
import { LessonList } from './lesson-list.tsx'
import { GroupSkeleton, TrendSkeleton } from './skeleton.tsx'

type GroupProgressProps = { group: ProgressGroup; name: string | undefined }

/** A child in a group: figures with their charts, and the lessons. */
export function GroupProgress({ group, name }: GroupProgressProps) {
  return (
    <Loaded query={progressQuery(group.studentUuid, group.groupId)} skeleton={<GroupSkeleton />}>
      {(progress) => (
        <>
          <header className="mb-base">
            <h2 className="text-xl">{group.title}</h2>
            <p className="text-ink-muted">{[name, group.subject].filter(Boolean).join(separator)}</p>
          </header>
          <InFigures group={group} progress={progress} />
          {progress.items.length > 0 && <LessonList items={progress.items} />}
        </>
      )}
    </Loaded>
  )
}

/** How it went over time is asked for by itself: without it the figures stand. */
function InFigures({ group, progress: { summary, items } }: { group: ProgressGroup; progress: Progress }) {
  const { t } = useLingui()
  const { today } = useMoment()
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
          <Faces result={trend} skeleton={null}>
            {() => null}
          </Faces>
        </section>
      )}
    </section>
  )
}
