import { Trans, useLingui } from '@lingui/react/macro'
import type { GroupTransfer, GroupWaitingList, StudyGroup } from '#contract/schedule.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { transferObstacleLabels } from '#src/i18n/transfer-labels.ts'
import { ScreenLink } from '#src/routes/-shell/shell/router-link.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { GroupFacts } from './group-facts.tsx'
import { PendingTransfer } from './pending-transfer.tsx'
import type { TransferFlow } from './transfer-flow.ts'
import { TransferWaitingList } from './transfer-waiting-list.tsx'

type CurrentGroupCardProps = {
  flow: TransferFlow
  group: StudyGroup
  level: 3 | 4
  move: GroupTransfer | undefined
  queues: readonly GroupWaitingList[]
}

/** A current group: facts, obstacle or transfer button, pending transfer and waiting lists. */
export function CurrentGroupCard({ flow, group, level, move, queues }: CurrentGroupCardProps) {
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
        {move && <PendingTransfer move={move} flow={flow} />}
        {queues.map((queue) => (
          <TransferWaitingList key={queue.groupUuid} queue={queue} flow={flow} canTake={canChange} />
        ))}
        <div className="mt-auto">
          {canChange ? (
            <Button disabled={flow.isBusy} aria-label={t`Сменить группу: ${subject}, ${title}`} onClick={choose}>
              <Trans>Сменить</Trans>
            </Button>
          ) : (
            <TransferObstacle group={group} />
          )}
        </div>
      </div>
    </Card>
  )
}

function TransferObstacle({ group: { reason, contractUuid } }: { group: StudyGroup }) {
  const { i18n } = useLingui()
  const isOfContract = reason !== 'move-under-way' && reason !== 'moved-this-month' && reason !== 'no-other-group'
  return (
    <p className="flex gap-xs text-sm text-ink-muted">
      <Icon name="info" />
      <span>
        {i18n._(labelOf(transferObstacleLabels, reason ?? ''))}{' '}
        {isOfContract && (
          <ScreenLink to="/contracts-and-payments/$id" params={{ id: contractUuid }}>
            <Trans>Открыть договор</Trans>
          </ScreenLink>
        )}
      </span>
    </p>
  )
}
