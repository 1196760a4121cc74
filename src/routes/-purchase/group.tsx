import { Trans, useLingui } from '@lingui/react/macro'
import type { CourseStudent } from '#contract/catalog.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { purchaseObstacleWords } from '#src/i18n/purchase-words.ts'
import { type CourseGroup, GroupFacts } from '#src/routes/-frame/course-group-facts.tsx'
import { PlacesBadge } from '#src/routes/-frame/places-badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Clashes } from './clashes.tsx'
import type { Flow } from './flow.ts'
import { Queue } from './queue.tsx'

type GroupProps = {
  flow: Flow
  group: CourseGroup
  /** What stands against it for this child. */
  own: CourseStudent['groups'][number] | undefined
  students: readonly CourseStudent[]
}

/** A group to choose, or to wait for. */
export function Group({ flow, group, own, students }: GroupProps) {
  const { t, i18n } = useLingui()
  const { groupUuid, title, placesLeft, waiting, price } = group
  const obstacle = own?.obstacle ?? null
  const sum = formatMoney(price, i18n.locale)
  return (
    <Card as="li">
      <div className="flex h-full flex-col gap-base">
        <div className="flex flex-wrap items-start justify-between gap-xs">
          <h3 className="text-lg">{title}</h3>
          <PlacesBadge left={placesLeft} waiting={waiting} />
        </div>
        <GroupFacts group={group} />
        {own && own.clashes.length > 0 && <Clashes clashes={own.clashes} students={students} />}
        <div className="mt-auto flex flex-col gap-sm">
          <p className="text-lg font-strong">{sum}</p>
          {obstacle === null && (
            <Button
              wide
              variant={own?.queue?.heldUntil ? 'primary' : 'secondary'}
              disabled={flow.isBusy || own === undefined}
              aria-label={t`Выбрать группу ${title}`}
              onClick={() => flow.send({ type: 'group.choose', group: groupUuid })}
            >
              <Trans>Выбрать</Trans>
            </Button>
          )}
          {obstacle !== null && obstacle !== 'full' && (
            <p className="flex gap-xs text-sm text-ink-muted">
              <Icon name="info" />
              {i18n._(wordsFor(purchaseObstacleWords, obstacle))}
            </p>
          )}
          <Queue flow={flow} group={group} queue={own?.queue ?? null} isFull={obstacle === 'full'} />
        </div>
      </div>
    </Card>
  )
}
