import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { groupQueuesQuery, groupsQuery, groupsToChangeQuery } from '#src/api/schedule.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { OnlyThemselves } from '#src/routes/-frame/only-themselves.tsx'
import { clashesWith } from '#src/school/slots.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonTiles } from '#src/ui/skeleton-tiles.tsx'
import type { StepProps } from './flow.ts'
import { GroupFacts } from './group-facts.tsx'
import { NewGroup } from './new-group.tsx'
import { StepFrame } from './step-frame.tsx'

/** The third step: the groups of a territory side by side, the present one first. */
export function NewGroups({ flow }: StepProps) {
  const { contract = '', territory = '' } = flow.place
  const { data: groups = [] } = useQuery(groupsQuery(flow.family))
  const { data: queues = [] } = useQuery(groupQueuesQuery({ contractUuid: contract }))
  const present = groups.find(({ contractUuid }) => contractUuid === contract)
  return (
    <StepFrame
      flow={flow}
      back
      title={<Trans>В какую группу перейти?</Trans>}
      lead={<Trans>Выбор ещё ничего не меняет: дальше будет видна новая неделя.</Trans>}
    >
      <Loaded
        query={groupsToChangeQuery(flow.family, { contractUuid: contract, territoryUuid: territory })}
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
              <NewGroup
                key={group.groupUuid}
                flow={flow}
                group={group}
                queue={queues.find(({ groupUuid }) => groupUuid === group.groupUuid)}
                clashes={present ? clashesWith(group.slots, present, groups) : []}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <OnlyThemselves />
    </StepFrame>
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
