import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { childrenOf } from '#src/api/profile.ts'
import { filterEntries } from '#src/domain/schedule-entries.ts'
import { HomeBlock } from '#src/routes/-flow/home/home-block.tsx'
import { ButtonLink, ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { childTonesOf } from '#src/routes/-query/child-tones.ts'
import { QueryBoundary, QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useUpcomingEntries } from '#src/routes/-query/use-upcoming-entries.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { ChildDays } from './child-days.tsx'
import { areFree, DaysTitle, entriesWithState, FreeDaysNote, usePlanOf } from './day-plan.tsx'
import { ChangesBlock } from './marks-and-changes.tsx'
import { useHomeworkToDo } from './use-homework-to-do.ts'

/** The children side by side, on a phone below each other. */
export function ScheduleBlock() {
  const { people, result } = useChildPlans()
  const plans = people.map(({ plan }) => plan)
  const isFree = areFree(plans)
  return (
    <HomeBlock
      title={<DaysTitle plans={plans} />}
      link={
        <ScreenLink to="/schedule">
          <Trans>Всё расписание</Trans>
        </ScreenLink>
      }
    >
      <QueryBoundary
        query={childrenOf('seesLearning')}
        skeleton={<SkeletonCards count={1} />}
        isEmpty={(children) => children.length === 0}
        empty={<NoChildren />}
      >
        {() => (
          <QueryState result={result} skeleton={<SkeletonCards count={1} />}>
            {() => (
              <Card padding="flush">
                <FreeDaysNote plans={plans} />
                <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,320px),1fr))] max-md:divide-y max-md:divide-line-soft">
                  {people.map(({ child, plan }) => (
                    <ChildDays
                      key={child.uuid}
                      child={child}
                      plan={plan}
                      isFreeSaid={isFree && (plan.next !== null || plans.every(({ next }) => next === null))}
                    />
                  ))}
                </div>
              </Card>
            )}
          </QueryState>
        )}
      </QueryBoundary>
    </HomeBlock>
  )
}

/** The changes that `ScheduleBlock` does not show. */
export function OtherChangesBlock() {
  const { today } = useSchoolNow()
  const { people } = useChildPlans()
  const shown = people.flatMap(({ child, plan }) => entriesWithState(plan, { child: child.uuid, today }))
  return <ChangesBlock elsewhere={new Set(shown)} />
}

/** The children with their plans; none until all are loaded. */
function useChildPlans() {
  const { data: children = [] } = useQuery(childrenOf('seesLearning'))
  const { entries, result } = useUpcomingEntries()
  const { tasks } = useHomeworkToDo()
  const planOf = usePlanOf(childTonesOf(children))
  const people =
    result.data === undefined
      ? []
      : children.map((child) => ({
          child,
          plan: planOf(
            filterEntries(entries, { child: child.uuid }),
            tasks.filter(({ studentUuid }) => studentUuid === child.uuid),
          ),
        }))
  return { people, result }
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
