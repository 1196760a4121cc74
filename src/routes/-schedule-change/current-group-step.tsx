import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { childrenQuery } from '#src/api/profile.ts'
import { groupsQuery, groupTransfersQuery, groupWaitingListsQuery } from '#src/api/schedule.ts'
import { AccountOwnerOnly } from '#src/routes/-shell/account/account-owner-only.tsx'
import { FlowStep } from '#src/routes/-shell/flow/flow-step.tsx'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { buttonClassNames } from '#src/ui/forms/button-styles.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { CurrentGroupCard } from './current-group-card.tsx'
import type { StepProps } from './transfer-flow.ts'

/** Step 1: selects a current group. */
export function CurrentGroupStep({ flow }: StepProps) {
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: flow.family === 'parent' })
  const { data: moves = [] } = useQuery(groupTransfersQuery())
  const { data: queues = [] } = useQuery(groupWaitingListsQuery())
  const nameOf = new Map(children.length > 1 ? children.map(({ uuid, firstName }) => [uuid, firstName]) : [])
  return (
    <FlowStep
      flow={flow}
      title={<Trans>Какую группу сменить?</Trans>}
      lead={<Trans>Сначала мы покажем новую неделю, и только потом спросим, менять ли группу.</Trans>}
    >
      <QueryBoundary
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
                  <CurrentGroupCard
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
      </QueryBoundary>
      <AccountOwnerOnly />
    </FlowStep>
  )
}

function NoGroups() {
  return (
    <Card>
      <EmptyState
        icon="switch"
        title={<Trans>Менять пока нечего</Trans>}
        action={
          <Link to="/catalog" className={buttonClassNames({ variant: 'secondary' })}>
            <Trans>Выбрать курс в каталоге</Trans>
          </Link>
        }
      >
        <Trans>Здесь появятся группы, в которых идут занятия по договорам этого учебного года.</Trans>
      </EmptyState>
    </Card>
  )
}
