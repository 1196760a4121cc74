import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { availableGroupsQuery, groupsQuery, groupWaitingListsQuery } from '#src/api/schedule.ts'
import { conflictingGroups } from '#src/domain/weekly-slots.ts'
import { AccountOwnerOnly } from '#src/routes/-shell/account/account-owner-only.tsx'
import { FlowStep } from '#src/routes/-shell/flow/flow-step.tsx'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTiles } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { GroupFacts } from './group-facts.tsx'
import { NewGroupCard } from './new-group-card.tsx'
import type { StepProps } from './transfer-flow.ts'

/** Step 3: selects a group of the territory; the current one is shown first. */
export function NewGroupStep({ flow }: StepProps) {
  const { contract = '', territory = '' } = flow.place
  const { data: groups = [] } = useQuery(groupsQuery(flow.family))
  const { data: queues = [] } = useQuery(groupWaitingListsQuery({ contractUuid: contract }))
  const present = groups.find(({ contractUuid }) => contractUuid === contract)
  return (
    <FlowStep
      flow={flow}
      back
      title={<Trans>В какую группу перейти?</Trans>}
      lead={<Trans>Выбор ещё ничего не меняет: дальше будет видна новая неделя.</Trans>}
    >
      <QueryBoundary
        query={availableGroupsQuery(flow.family, { contractUuid: contract, territoryUuid: territory })}
        skeleton={<SkeletonTiles />}
        isEmpty={(toChange) => toChange.length === 0}
        empty={<NoOtherGroup />}
      >
        {(toChange) => (
          <ul className="grid gap-base md:grid-cols-2 xl:grid-cols-3">
            {present && (
              <Card as="li" tone="accent">
                <p className="text-sm text-ink-accent">
                  <Trans>Сейчас</Trans>
                </p>
                <h3 className="mb-base text-lg">{present.title}</h3>
                <GroupFacts group={present} />
              </Card>
            )}
            {toChange.map((group) => (
              <NewGroupCard
                key={group.groupUuid}
                flow={flow}
                group={group}
                queue={queues.find(({ groupUuid }) => groupUuid === group.groupUuid)}
                clashes={present ? conflictingGroups(group.slots, present, groups) : []}
              />
            ))}
          </ul>
        )}
      </QueryBoundary>
      <AccountOwnerOnly />
    </FlowStep>
  )
}

function NoOtherGroup() {
  return (
    <Card>
      <EmptyState icon="switch" title={<Trans>На этой площадке других групп нет</Trans>}>
        <Trans>Вернитесь на шаг назад и посмотрите другую площадку.</Trans>
      </EmptyState>
    </Card>
  )
}
