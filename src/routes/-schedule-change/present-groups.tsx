import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { childrenQuery } from '#src/api/profile.ts'
import { groupMovesQuery, groupQueuesQuery, groupsQuery } from '#src/api/schedule.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { OnlyThemselves } from '#src/routes/-frame/only-themselves.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonCards } from '#src/ui/skeleton.tsx'
import type { StepProps } from './flow.ts'
import { PresentGroup } from './present-group.tsx'
import { StepFrame } from './step-frame.tsx'

/** The first step: the groups that the children, or the student, are in now. */
export function PresentGroups({ flow }: StepProps) {
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: flow.family === 'parent' })
  const { data: moves = [] } = useQuery(groupMovesQuery())
  const { data: queues = [] } = useQuery(groupQueuesQuery())
  const nameOf = new Map(children.length > 1 ? children.map(({ uuid, firstName }) => [uuid, firstName]) : [])
  return (
    <StepFrame
      flow={flow}
      title={<Trans>Какую группу сменить?</Trans>}
      lead={<Trans>Сначала мы покажем новую неделю, и только потом спросим, менять ли группу.</Trans>}
    >
      <Loaded
        query={groupsQuery(flow.family)}
        skeleton={<SkeletonCards />}
        isEmpty={(groups) => groups.length === 0}
        empty={<NoGroups />}
      >
        {(groups) =>
          [...Map.groupBy(groups, ({ studentUuid }) => studentUuid)].map(([student, own]) => (
            <div key={student} className="flex flex-col gap-sm">
              {nameOf.has(student) && <h3 className="text-lg">{nameOf.get(student)}</h3>}
              <ul className="grid gap-base lg:grid-cols-2">
                {own.map((group) => (
                  <PresentGroup
                    key={group.contractUuid}
                    flow={flow}
                    group={group}
                    level={nameOf.has(student) ? 4 : 3}
                    move={moves.find(
                      ({ contractUuid, state }) => contractUuid === group.contractUuid && state === 'coming',
                    )}
                    queues={queues.filter(({ contractUuid }) => contractUuid === group.contractUuid)}
                  />
                ))}
              </ul>
            </div>
          ))
        }
      </Loaded>
      <OnlyThemselves />
    </StepFrame>
  )
}

function NoGroups() {
  return (
    <Card>
      <EmptyState
        icon="switch"
        title={<Trans>Менять пока нечего</Trans>}
        action={
          <Link to="/catalog" className={buttonClasses({ variant: 'secondary' })}>
            <Trans>Выбрать курс в каталоге</Trans>
          </Link>
        }
      >
        <Trans>Здесь появятся группы, в которых идут занятия по договорам этого учебного года.</Trans>
      </EmptyState>
    </Card>
  )
}
