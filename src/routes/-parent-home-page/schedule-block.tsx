import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { childrenOf } from '#src/api/profile.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { ChangesBlock } from './marks-and-changes.tsx'
import { shownLessons, UpcomingDaysCard, UpcomingLessonsBlock, useUpcomingLessons } from './upcoming-lessons.tsx'

/** The next lessons of the children. */
export function ScheduleBlock() {
  const { data: children = [] } = useQuery(childrenOf('seesLearning'))
  const lessons = useUpcomingLessons(children)
  return (
    <UpcomingLessonsBlock upcoming={lessons.upcoming}>
      <QueryBoundary
        query={childrenOf('seesLearning')}
        skeleton={<SkeletonCards count={1} />}
        isEmpty={(shown) => shown.length === 0}
        empty={<NoChildren />}
      >
        {() => <UpcomingDaysCard {...lessons} />}
      </QueryBoundary>
    </UpcomingLessonsBlock>
  )
}

/** The changes that `ScheduleBlock` does not show. */
export function OtherChangesBlock() {
  const { data: children = [] } = useQuery(childrenOf('seesLearning'))
  const { upcoming } = useUpcomingLessons(children)
  return <ChangesBlock elsewhere={shownLessons(upcoming)} />
}

function NoChildren() {
  return (
    <EmptyCard
      icon="profile"
      title={<Trans>Детей пока нет</Trans>}
      action={
        <ButtonLink to="/catalog">
          <Trans>Выбрать курс в каталоге</Trans>
        </ButtonLink>
      }
    >
      <Trans>Ребёнок и его расписание появятся здесь, когда вы заключите договор.</Trans>
    </EmptyCard>
  )
}
