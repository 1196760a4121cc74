import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { AvailableGroup, GroupWaitingList } from '#contract/learning/schedule.ts'
import { availableGroupsQuery, groupsQuery, groupWaitingListsQuery } from '#src/api/schedule.ts'
import { matchesTimeFilter } from '#src/domain/weekly-slots.ts'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { ScheduleConflicts } from '#src/routes/-flow/steps/schedule-conflicts.tsx'
import { JoinWaitingList } from '#src/routes/-flow/steps/waiting-list.tsx'
import { AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { PlacesBadge } from '#src/routes/-query/labels/badges.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTiles } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { TransferGroupFacts } from './group-facts.tsx'
import { TransferWaitingList } from './pending-transfer.tsx'
import type { StepProps, TransferFlow } from './step-props.ts'
import { territoryOf } from './territory-step.tsx'
import { NoGroupSuits, TimeFilter, useTimeFilter } from './time-filter.tsx'
import { useChildName } from './use-child-name.ts'

/** Step 3: selects a group of the territory; the current one is shown first. */
export function NewGroupStep({ flow }: StepProps) {
  const { contract = '', territory = '' } = flow.location
  const { data: groups = [] } = useQuery(groupsQuery(flow.roleGroup))
  const { data: waitingLists = [] } = useQuery(groupWaitingListsQuery({ contractUuid: contract }))
  const { filter } = useTimeFilter()
  const present = groups.find(({ contractUuid }) => contractUuid === contract)
  return (
    <FlowStep
      flow={flow}
      back
      title={<Trans>В какую группу перейти?</Trans>}
      lead={<Trans>Выбор ещё ничего не меняет: дальше будет видна новая неделя.</Trans>}
    >
      <QueryBoundary
        query={availableGroupsQuery(flow.roleGroup, { contractUuid: contract })}
        skeleton={<SkeletonTiles />}
      >
        {(toChange) => {
          const there = toChange.filter((group) => territoryOf(group) === territory)
          const suitable = there.filter(({ slots }) => matchesTimeFilter(slots, filter))
          if (there.length === 0) return <NoOtherGroup />
          return (
            <>
              {(there.length > 1 || filter) && <TimeFilter />}
              <ul className="grid gap-base md:grid-cols-2 xl:grid-cols-3">
                {present && (
                  <Card as="li">
                    <p className="text-sm text-ink-muted">
                      <Trans>Сейчас</Trans>
                    </p>
                    <h3 className="mb-base text-lg">{present.title}</h3>
                    <TransferGroupFacts group={present} />
                  </Card>
                )}
                {suitable.map((group) => (
                  <NewGroupCard
                    key={group.groupUuid}
                    flow={flow}
                    group={group}
                    waitingList={waitingLists.find(({ groupUuid }) => groupUuid === group.groupUuid)}
                  />
                ))}
              </ul>
              {suitable.length === 0 && <NoGroupSuits />}
            </>
          )
        }}
      </QueryBoundary>
      <AccountOwnerOnly />
    </FlowStep>
  )
}

function NoOtherGroup() {
  return (
    <EmptyCard icon="switch" title={<Trans>На этой площадке других групп нет</Trans>}>
      <Trans>Вернитесь на шаг назад и посмотрите другую площадку.</Trans>
    </EmptyCard>
  )
}

type NewGroupCardProps = {
  flow: TransferFlow
  group: AvailableGroup
  /** Set if the group is full. */
  waitingList: GroupWaitingList | undefined
}

/** A group to transfer to, or to wait for. */
function NewGroupCard({ flow, group, waitingList }: NewGroupCardProps) {
  const { t } = useLingui()
  const nameOf = useChildName(flow.roleGroup)
  const { groupUuid, title, placesLeft, startsOn, conflicts } = group
  return (
    <Card as="li">
      <div className="flex h-full flex-col gap-base">
        <div className="flex flex-wrap items-start justify-between gap-xs">
          <h3 className="text-lg">{title}</h3>
          <PlacesBadge left={placesLeft} />
        </div>
        <TransferGroupFacts group={group} startsOn={startsOn} />
        <ScheduleConflicts conflicts={conflicts} nameOf={nameOf} />
        <div className="mt-auto flex flex-col gap-sm">
          {placesLeft > 0 && (
            <Button
              wide
              disabled={flow.isBusy}
              aria-label={t`Посмотреть неделю с группой ${title}`}
              onClick={() => flow.send({ type: 'group.choose', group: groupUuid })}
            >
              <Trans>Посмотреть неделю</Trans>
            </Button>
          )}
          {waitingList?.own && <TransferWaitingList waitingList={waitingList} flow={flow} canTake={false} />}
          {placesLeft === 0 && !waitingList?.own && (
            <JoinWaitingList flow={flow} group={group} waiting={waitingList?.length ?? 0} />
          )}
        </div>
      </div>
    </Card>
  )
}
