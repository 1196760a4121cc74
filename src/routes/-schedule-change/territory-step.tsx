import { Trans, useLingui } from '@lingui/react/macro'
import { onlineTerritoryUuid } from '#contract/limits.ts'
import { groupsQuery } from '#src/api/schedule.ts'
import { FlowStep } from '#src/routes/-shell/flow/flow-step.tsx'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { StepProps } from './page.tsx'

/** Step 2: selects a territory. */
export function TerritoryStep({ flow }: StepProps) {
  const { t } = useLingui()
  const { contract = '' } = flow.place
  return (
    <FlowStep
      flow={flow}
      back
      title={<Trans>Где удобно заниматься?</Trans>}
      lead={<Trans>Показаны площадки, на которых у этого курса есть другие группы.</Trans>}
    >
      <QueryBoundary query={groupsQuery(flow.family)} skeleton={<SkeletonBlock size="small" />}>
        {(groups) => {
          const present = groups.find(({ contractUuid }) => contractUuid === contract)
          return (
            <ul className="grid gap-sm md:grid-cols-2 lg:grid-cols-3">
              {present?.territories.map(({ uuid, title }) => (
                <li key={uuid}>
                  <button
                    type="button"
                    disabled={flow.isBusy}
                    onClick={() => flow.send({ type: 'territory.choose', contract, territory: uuid })}
                    className="flex min-h-[72px] w-full items-center gap-sm rounded-lg border border-line bg-surface p-base text-left transition-colors hover:border-primary hover:bg-surface-accent"
                  >
                    <Icon name={uuid === onlineTerritoryUuid ? 'schedule-webinar' : 'home'} />
                    <span className="min-w-0 flex-1">
                      <span className="block font-medium">{uuid === onlineTerritoryUuid ? t`Онлайн` : title}</span>
                      {uuid === (present.territory?.uuid ?? onlineTerritoryUuid) && (
                        <span className="block text-sm text-ink-muted">
                          <Trans>Занятия сейчас идут здесь</Trans>
                        </span>
                      )}
                    </span>
                    <Icon name="arrow-right" />
                  </button>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryBoundary>
    </FlowStep>
  )
}
