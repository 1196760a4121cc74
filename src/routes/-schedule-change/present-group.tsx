import { Trans, useLingui } from '@lingui/react/macro'
import type { GroupMove, GroupQueue, StudyGroup } from '#contract/schedule.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { moveObstacleWords } from '#src/i18n/move-words.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Flow } from './flow.ts'
import { GroupFacts } from './group-facts.tsx'
import { ScreenLink } from './step-frame.tsx'
import { UnderWay } from './under-way.tsx'
import { Waiting } from './waiting.tsx'

type PresentGroupProps = {
  flow: Flow
  group: StudyGroup
  level: 3 | 4
  move: GroupMove | undefined
  queues: readonly GroupQueue[]
}

/** A group that somebody is in: what it is, whether it can be changed, and what of that is under way. */
export function PresentGroup({ flow, group, level, move, queues }: PresentGroupProps) {
  const { t } = useLingui()
  const Heading = `h${level}` as const
  const { contractUuid: contract, title, subject, territories, canChange } = group
  const [only, ...others] = territories
  const choose = () =>
    flow.send(
      only !== undefined && others.length === 0
        ? { type: 'territory.choose', contract, territory: only.uuid }
        : { type: 'contract.choose', contract },
    )
  return (
    <Card as="li">
      <div className="flex h-full flex-col gap-base">
        <div>
          <Heading className="text-lg font-strong">{subject}</Heading>
          <p className="text-ink-muted">{title}</p>
        </div>
        <GroupFacts group={group} />
        {move && <UnderWay move={move} flow={flow} />}
        {queues.map((queue) => (
          <Waiting key={queue.groupUuid} queue={queue} flow={flow} canTake={canChange} />
        ))}
        <div className="mt-auto">
          {canChange ? (
            <Button disabled={flow.isBusy} aria-label={t`Сменить группу: ${subject}, ${title}`} onClick={choose}>
              <Trans>Сменить</Trans>
            </Button>
          ) : (
            <Obstacle group={group} />
          )}
        </div>
      </div>
    </Card>
  )
}

function Obstacle({ group: { reason, contractUuid } }: { group: StudyGroup }) {
  const { i18n } = useLingui()
  const isOfContract = reason !== 'move-under-way' && reason !== 'moved-this-month' && reason !== 'no-other-group'
  return (
    <p className="flex gap-xs text-sm text-ink-muted">
      <Icon name="info" />
      <span>
        {i18n._(wordsFor(moveObstacleWords, reason ?? ''))}{' '}
        {isOfContract && (
          <ScreenLink to="/contracts-and-payments/$id" params={{ id: contractUuid }}>
            <Trans>Открыть договор</Trans>
          </ScreenLink>
        )}
      </span>
    </p>
  )
}
