import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { courseQuery, courseStudentsQuery } from '#src/api/catalog.ts'
import { AccountOwnerOnly } from '#src/routes/-shell/account/account-owner-only.tsx'
import { FlowStep } from '#src/routes/-shell/flow/flow-step.tsx'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { ButtonLink } from '#src/routes/-shell/shell/router-link.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTiles } from '#src/ui/feedback/skeleton.tsx'
import { GroupCard } from './group-card.tsx'
import type { StepProps } from './page.tsx'

/** Step 2: selects a group; shows obstacles and schedule conflicts of the student. */
export function GroupStep({ flow }: StepProps) {
  const { course, child } = flow.place
  const { data: everybody = [] } = useQuery(courseStudentsQuery(course))
  const student = everybody.find(({ studentUuid }) => studentUuid === child)
  const name = everybody.length > 1 ? student?.firstName : undefined
  return (
    <FlowStep
      flow={flow}
      back={everybody.length > 1}
      title={<Trans>Какая группа подойдёт?</Trans>}
      lead={
        name ? (
          <Trans>Записываем: {name}. Выбор пока ни к чему не обязывает.</Trans>
        ) : (
          <Trans>Выбор пока ни к чему не обязывает.</Trans>
        )
      }
    >
      <QueryBoundary query={courseStudentsQuery(course)} skeleton={<SkeletonTiles />}>
        {(students) => {
          const own = students.find(({ studentUuid }) => studentUuid === child)?.groups ?? []
          return (
            <QueryBoundary
              query={courseQuery(course)}
              skeleton={<SkeletonTiles />}
              isEmpty={({ groups }) => groups.length === 0}
              empty={<NoGroups />}
            >
              {({ groups }) => (
                <ul className="grid gap-base md:grid-cols-2 xl:grid-cols-3">
                  {groups.map((group) => (
                    <GroupCard
                      key={group.groupUuid}
                      flow={flow}
                      group={group}
                      own={own.find(({ groupUuid }) => groupUuid === group.groupUuid)}
                      students={students}
                    />
                  ))}
                </ul>
              )}
            </QueryBoundary>
          )
        }}
      </QueryBoundary>
      <AccountOwnerOnly />
    </FlowStep>
  )
}

function NoGroups() {
  return (
    <EmptyCard
      icon="catalog"
      title={<Trans>Групп у этого курса пока нет</Trans>}
      action={
        <ButtonLink to="/catalog">
          <Trans>Посмотреть другие курсы</Trans>
        </ButtonLink>
      }
    >
      <Trans>Когда школа наберёт новую группу, она появится здесь.</Trans>
    </EmptyCard>
  )
}
