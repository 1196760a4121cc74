import { Trans, useLingui } from '@lingui/react/macro'
import type { AvailableGroup, GroupWaitingList, StudyGroup } from '#contract/schedule.ts'
import { JoinWaitingList } from '#src/routes/-shell/flow/waiting-list.tsx'
import { PlacesBadge } from '#src/routes/-shell/labels/places-badge.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { GroupFacts } from './group-facts.tsx'
import type { TransferFlow } from './transfer-flow.ts'
import { TransferWaitingList } from './transfer-waiting-list.tsx'

type NewGroupCardProps = {
  flow: TransferFlow
  group: AvailableGroup
  /** Set if the group is full. */
  queue: GroupWaitingList | undefined
  clashes: readonly StudyGroup[]
}

/** A group to transfer to, or to wait for. */
export function NewGroupCard({ flow, group, queue, clashes }: NewGroupCardProps) {
  const { t } = useLingui()
  const { groupUuid, title, placesLeft, startsOn } = group
  return (
    <Card as="li">
      <div className="flex h-full flex-col gap-base">
        <div className="flex flex-wrap items-start justify-between gap-xs">
          <h3 className="text-lg">{title}</h3>
          <PlacesBadge left={placesLeft} />
        </div>
        <GroupFacts group={group} startsOn={startsOn} />
        {clashes.length > 0 && <OverlapWarning titles={clashes.map(({ subject }) => subject)} />}
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
          {queue?.own && <TransferWaitingList queue={queue} flow={flow} canTake={false} />}
          {placesLeft === 0 && !queue?.own && (
            <JoinWaitingList flow={flow} group={group} waiting={queue?.length ?? 0} />
          )}
        </div>
      </div>
    </Card>
  )
}

function OverlapWarning({ titles }: { titles: readonly string[] }) {
  return (
    <p className="flex gap-xs text-sm text-ink-error">
      <Icon name="warning" />
      <span>
        <Trans>В одно время с занятиями: {titles.join(', ')}</Trans>
      </span>
    </p>
  )
}
