import { Trans, useLingui } from '@lingui/react/macro'
import type { AvailableGroup } from '#contract/learning/schedule.ts'
import { onlineTerritoryUuid } from '#contract/limits.ts'
import { availableGroupsQuery, groupsQuery } from '#src/api/schedule.ts'
import { matchesTimeFilter, slotsText } from '#src/domain/weekly-slots.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { PlacesBadge } from '#src/routes/-query/labels/badges.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { StepProps } from './step-props.ts'
import { TimeFilter, useTimeFilter } from './time-filter.tsx'

/** Step 2: selects a territory; shows the times and free places of its groups. */
export function TerritoryStep({ flow }: StepProps) {
  const { contract = '' } = flow.location
  return (
    <FlowStep
      flow={flow}
      back
      title={<Trans>Где удобно заниматься?</Trans>}
      lead={<Trans>Показаны площадки, на которых у этого курса есть другие группы.</Trans>}
    >
      <QueryBoundary query={groupsQuery(flow.roleGroup)} skeleton={<SkeletonBlock size="small" />}>
        {(groups) => {
          const present = groups.find(({ contractUuid }) => contractUuid === contract)
          return (
            <QueryBoundary
              query={availableGroupsQuery(flow.roleGroup, { contractUuid: contract })}
              skeleton={<SkeletonBlock size="small" />}
            >
              {(toChange) => (
                <>
                  <TimeFilter />
                  <ul className="grid gap-sm md:grid-cols-2 lg:grid-cols-3">
                    {present?.territories.map((territory) => (
                      <Territory
                        key={territory.uuid}
                        flow={flow}
                        territory={territory}
                        isPresent={territory.uuid === (present.territory?.uuid ?? onlineTerritoryUuid)}
                        groups={toChange.filter((group) => territoryOf(group) === territory.uuid)}
                      />
                    ))}
                  </ul>
                </>
              )}
            </QueryBoundary>
          )
        }}
      </QueryBoundary>
    </FlowStep>
  )
}

/** The id that queries of groups use for a territory. */
export function territoryOf({ territory }: Pick<AvailableGroup, 'territory'>): string {
  return territory?.uuid ?? onlineTerritoryUuid
}

type TerritoryProps = StepProps & {
  territory: { uuid: string; title: string }
  isPresent: boolean
  groups: readonly AvailableGroup[]
}

function Territory({ flow, territory: { uuid, title }, isPresent, groups }: TerritoryProps) {
  const { t } = useLingui()
  const { contract = '' } = flow.location
  const { filter } = useTimeFilter()
  const suitable = groups.filter(({ slots }) => matchesTimeFilter(slots, filter))
  return (
    <li className="flex flex-col rounded-lg border border-line bg-surface">
      <button
        type="button"
        disabled={flow.isBusy}
        onClick={() => flow.send({ type: 'territory.choose', contract, territory: uuid })}
        className="flex min-h-[72px] w-full items-center gap-sm rounded-lg p-base text-left hover:bg-surface-accent"
      >
        <Icon name={uuid === onlineTerritoryUuid ? 'schedule-webinar' : 'home'} />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{uuid === onlineTerritoryUuid ? t`Онлайн` : title}</span>
          {isPresent && (
            <span className="block text-sm text-ink-muted">
              <Trans>Занятия сейчас идут здесь</Trans>
            </span>
          )}
        </span>
        <Icon name="arrow-right" />
      </button>
      <ul className="flex flex-col gap-xs px-base pb-base text-sm">
        {suitable.map((group) => (
          <TerritoryGroup key={group.groupUuid} group={group} />
        ))}
        {suitable.length === 0 && (
          <li className="text-ink-muted">
            <Trans>В это время групп нет</Trans>
          </li>
        )}
      </ul>
    </li>
  )
}

/** Times and free places of a group, and whether its times are in conflict with the schedule. */
function TerritoryGroup({ group: { slots, placesLeft, conflicts } }: { group: AvailableGroup }) {
  const { t } = useLingui()
  const times = slotsText(slots, useDates())
  return (
    <li className="flex flex-wrap items-center gap-x-sm gap-y-xxs border-t border-line-soft pt-xs">
      <span className="min-w-0 flex-1 tabular-nums">
        {times.length > 0 ? times.join('; ') : t`Без постоянного времени`}
      </span>
      <PlacesBadge left={placesLeft} />
      {conflicts.length > 0 && (
        <span className="flex basis-full items-center gap-xxs text-ink-warning">
          <Icon name="warning" size={16} />
          <Trans>Не сходится с расписанием</Trans>
        </span>
      )}
    </li>
  )
}
