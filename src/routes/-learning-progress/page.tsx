import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ProgressOverview } from '#contract/learning.ts'
import type { Child } from '#contract/shapes.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { progressOverviewQuery } from '#src/api/progress.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Faces, Loaded } from '#src/routes/-frame/loaded.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { AttentionList } from './attention-list.tsx'
import { ChildColumn } from './child-column.tsx'
import { OverviewSkeleton } from './skeleton.tsx'

export default function LearningProgressPage() {
  const { t } = useLingui()
  const title = useTitle()
  const people = useQuery(childrenQuery())
  return (
    <>
      <PageHeading lead={<Trans>Каждый сравнивается только со своим прошлым, и никогда — с другими.</Trans>}>
        {title('learning-progress')}
      </PageHeading>
      <Faces
        result={people}
        skeleton={<OverviewSkeleton />}
        isEmpty={(children) => children.length === 0}
        empty={
          <Card>
            <EmptyState icon="award" title={t`Детей пока нет`}>
              <Trans>Когда школа запишет к вам ребёнка, здесь будут его посещаемость, домашние работы и тесты.</Trans>
            </EmptyState>
          </Card>
        }
      >
        {(children) => (
          <Loaded query={progressOverviewQuery()} skeleton={<OverviewSkeleton />}>
            {(overview) => <SideBySide people={children} overview={overview} />}
          </Loaded>
        )}
      </Faces>
    </>
  )
}

type SideBySideProps = { people: readonly Child[]; overview: readonly ProgressOverview[] }

/** What needs attention first, and the children beside each other in the order of their names. */
function SideBySide({ people, overview }: SideBySideProps) {
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
          <ChildColumn key={each.child.uuid} {...each} />
        ))}
      </section>
    </div>
  )
}
