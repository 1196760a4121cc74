import { Trans, useLingui } from '@lingui/react/macro'
import { onlineTerritory } from '#contract/limits.ts'
import { groupsQuery } from '#src/api/schedule.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { SkeletonBlock } from '#src/ui/skeleton.tsx'
import type { StepProps } from './flow.ts'
import { StepFrame } from './step-frame.tsx'

/** The second step: where the new group is to meet. */
export function Territories({ flow }: StepProps) {
  const { t } = useLingui()
  const { contract = '' } = flow.place
  return (
    <StepFrame
      flow={flow}
      back
      title={<Trans>Где удобно заниматься?</Trans>}
      lead={<Trans>Показаны площадки, на которых у этого курса есть другие группы.</Trans>}
    >
      <Loaded query={groupsQuery(flow.family)} skeleton={<SkeletonBlock size="small" />}>
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
                    <Icon name={uuid === onlineTerritory ? 'schedule-webinar' : 'home'} />
                    <span className="min-w-0 flex-1">
                      <span className="block font-medium">{uuid === onlineTerritory ? t`Онлайн` : title}</span>
                      {uuid === (present.territory?.uuid ?? onlineTerritory) && (
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
      </Loaded>
    </StepFrame>
  )
}
