import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ProgressOverview } from '#contract/learning.ts'
import type { Child } from '#contract/schemas.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { progressOverviewQuery } from '#src/api/progress.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { QueryBoundary, QueryState } from '#src/routes/-shell/query/query-boundary.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock, SkeletonCards, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { AttentionList } from './attention-list.tsx'
import { ChildCard } from './child-card.tsx'

export default function LearningProgressPage() {
  const { t } = useLingui()
  const title = useScreenTitle()
  const people = useQuery(childrenQuery())
  return (
    <>
      <PageHeading lead={<Trans>Каждый сравнивается только со своим прошлым, и никогда — с другими.</Trans>}>
        {title('learning-progress')}
      </PageHeading>
      <QueryState
        result={people}
        skeleton={<OverviewSkeleton />}
        isEmpty={(children) => children.length === 0}
        empty={
          <EmptyCard icon="award" title={t`Детей пока нет`}>
            <Trans>Когда школа запишет к вам ребёнка, здесь будут его посещаемость, домашние работы и тесты.</Trans>
          </EmptyCard>
        }
      >
        {(children) => (
          <QueryBoundary query={progressOverviewQuery()} skeleton={<OverviewSkeleton />}>
            {(overview) => <FamilyProgress people={children} overview={overview} />}
          </QueryBoundary>
        )}
      </QueryState>
    </>
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
    <div className="flex flex-col gap-xl">
      <AttentionList people={children} />
      <section
        aria-label={t`Дети`}
        className="grid items-start gap-base lg:grid-cols-[repeat(auto-fit,minmax(300px,1fr))]"
      >
        {children.map((each) => (
          <ChildCard key={each.child.uuid} {...each} />
        ))}
      </section>
    </div>
  )
}

function OverviewSkeleton() {
  return (
    <div className="flex flex-col gap-xl">
      <div className="flex flex-col gap-base">
        <SkeletonLine width="half" height="heading" />
        <SkeletonCards count={2} />
      </div>
      <div className="grid gap-base lg:grid-cols-3">
        <SkeletonBlock size="large" />
        <SkeletonBlock size="large" />
        <SkeletonBlock size="large" />
      </div>
    </div>
  )
}
