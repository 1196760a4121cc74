import { Trans } from '@lingui/react/macro'
import type { Child } from '#contract/schemas.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { filterEntries, type ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { HomeBlock } from '#src/routes/-flow/home/home-block.tsx'
import { ButtonLink, ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { QueryBoundary, QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useUpcomingEntries } from '#src/routes/-query/use-upcoming-entries.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { ChildDays } from './child-days.tsx'
import { usePlanOf } from './day-plan.tsx'
import { useHomeworkToDo } from './use-homework-to-do.ts'

export function ScheduleBlock() {
  return (
    <HomeBlock
      title={<Trans>Сегодня и завтра</Trans>}
      link={
        <ScreenLink to="/schedule">
          <Trans>Всё расписание</Trans>
        </ScreenLink>
      }
    >
      <QueryBoundary
        query={childrenQuery()}
        skeleton={<SkeletonCards count={1} />}
        isEmpty={(children) => children.length === 0}
        empty={<NoChildren />}
      >
        {(children) => <ChildrenSchedules people={children} />}
      </QueryBoundary>
    </HomeBlock>
  )
}

/** The children side by side, on a phone below each other. */
function ChildrenSchedules({ people }: { people: readonly Child[] }) {
  const { entries, result } = useUpcomingEntries()
  return (
    <QueryState result={result} skeleton={<SkeletonCards count={1} />}>
      {() => <SchedulesOfChildren people={people} entries={entries} />}
    </QueryState>
  )
}

function SchedulesOfChildren({ people, entries }: { people: readonly Child[]; entries: readonly ScheduleEntry[] }) {
  const planOf = usePlanOf()
  const { tasks } = useHomeworkToDo()
  return (
    <Card padding="flush">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,320px),1fr))] max-md:divide-y max-md:divide-line-soft">
        {people.map((child) => (
          <ChildDays
            key={child.uuid}
            child={child}
            plan={planOf(
              filterEntries(entries, { child: child.uuid }),
              tasks.filter(({ studentUuid }) => studentUuid === child.uuid),
            )}
          />
        ))}
      </div>
    </Card>
  )
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
