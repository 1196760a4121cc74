import { Trans, useLingui } from '@lingui/react/macro'
import type { GroupQueue, GroupToChange, StudyGroup } from '#contract/schedule.ts'
import { OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { PlacesBadge } from '#src/routes/-frame/places-badge.tsx'
import { QueueLength } from '#src/routes/-frame/queue-length.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Flow } from './flow.ts'
import { GroupFacts } from './group-facts.tsx'
import { Waiting } from './waiting.tsx'

type NewGroupProps = {
  flow: Flow
  group: GroupToChange
  /** Where the group is full. */
  queue: GroupQueue | undefined
  clashes: readonly StudyGroup[]
}

/** A group to move to, or to wait for. */
export function NewGroup({ flow, group, queue, clashes }: NewGroupProps) {
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
        {clashes.length > 0 && <Clashes titles={clashes.map(({ subject }) => subject)} />}
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
          {queue?.own && <Waiting queue={queue} flow={flow} canTake={false} />}
          {placesLeft === 0 && !queue?.own && <Join flow={flow} group={group} length={queue?.length ?? 0} />}
        </div>
      </div>
    </Card>
  )
}

function Clashes({ titles }: { titles: readonly string[] }) {
  return (
    <p className="flex gap-xs text-sm text-ink-error">
      <Icon name="warning" />
      <span>
        <Trans>В одно время с занятиями: {titles.join(', ')}</Trans>
      </span>
    </p>
  )
}

function Join({ flow, group, length }: Pick<NewGroupProps, 'flow' | 'group'> & { length: number }) {
  const { t } = useLingui()
  return (
    <>
      <p className="text-sm text-ink-muted">
        <QueueLength waiting={length} />
      </p>
      <OwnButton
        ref={flow.heading.inheritsFrom}
        wide
        busy={flow.isBusy && flow.queue === group.groupUuid}
        disabled={flow.isBusy && flow.queue !== group.groupUuid}
        aria-label={t`Встать в очередь в группу ${group.title}`}
        onClick={() => flow.send({ type: 'queue.join', group: group.groupUuid })}
      >
        <Trans>Встать в очередь</Trans>
      </OwnButton>
    </>
  )
}
