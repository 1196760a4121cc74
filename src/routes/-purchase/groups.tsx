import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { courseQuery, courseStudentsQuery } from '#src/api/catalog.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { OnlyThemselves } from '#src/routes/-frame/only-themselves.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonTiles } from '#src/ui/skeleton-tiles.tsx'
import type { StepProps } from './flow.ts'
import { Group } from './group.tsx'
import { StepFrame } from './step-frame.tsx'

/** The second step: the groups of the course, with what stands against each for this child. */
export function Groups({ flow }: StepProps) {
  const { course, child } = flow.place
  const { data: everybody = [] } = useQuery(courseStudentsQuery(course))
  const student = everybody.find(({ studentUuid }) => studentUuid === child)
  const name = everybody.length > 1 ? student?.firstName : undefined
  return (
    <StepFrame
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
      <Loaded query={courseStudentsQuery(course)} skeleton={<SkeletonTiles />}>
        {(students) => {
          const own = students.find(({ studentUuid }) => studentUuid === child)?.groups ?? []
          return (
            <Loaded
              query={courseQuery(course)}
              skeleton={<SkeletonTiles />}
              isEmpty={({ groups }) => groups.length === 0}
              empty={<NoGroups />}
            >
              {({ groups }) => (
                <ul className="grid gap-base md:grid-cols-2 xl:grid-cols-3">
                  {groups.map((group) => (
                    <Group
                      key={group.groupUuid}
                      flow={flow}
                      group={group}
                      own={own.find(({ groupUuid }) => groupUuid === group.groupUuid)}
                      students={students}
                    />
                  ))}
                </ul>
              )}
            </Loaded>
          )
        }}
      </Loaded>
      <OnlyThemselves />
    </StepFrame>
  )
}

function NoGroups() {
  return (
    <Card>
      <EmptyState
        icon="catalog"
        title={<Trans>Групп у этого курса пока нет</Trans>}
        action={
          <Link to="/catalog" className={buttonClasses({})}>
            <Trans>Посмотреть другие курсы</Trans>
          </Link>
        }
      >
        <Trans>Когда школа наберёт новую группу, она появится здесь.</Trans>
      </EmptyState>
    </Card>
  )
}
