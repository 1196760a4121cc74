import { Trans, useLingui } from '@lingui/react/macro'
import type { CourseStudent } from '#contract/catalog.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { purchaseObstacleLabels } from '#src/i18n/purchase-labels.ts'
import { type CourseGroup, GroupFacts } from '#src/routes/-shell/labels/course-group-facts.tsx'
import { PlacesBadge } from '#src/routes/-shell/labels/places-badge.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import type { PurchaseFlow } from './purchase-flow.ts'
import { PurchaseWaitingList } from './purchase-waiting-list.tsx'
import { ScheduleConflicts } from './schedule-conflicts.tsx'

type GroupCardProps = {
  flow: PurchaseFlow
  group: CourseGroup
  /** Eligibility of the selected student. */
  own: CourseStudent['groups'][number] | undefined
  students: readonly CourseStudent[]
}

/** A group to select, or to wait for. */
export function GroupCard({ flow, group, own, students }: GroupCardProps) {
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
        {own && own.clashes.length > 0 && <ScheduleConflicts clashes={own.clashes} students={students} />}
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
              {i18n._(labelOf(purchaseObstacleLabels, obstacle))}
            </p>
          )}
          <PurchaseWaitingList flow={flow} group={group} queue={own?.queue ?? null} isFull={obstacle === 'full'} />
        </div>
      </div>
    </Card>
  )
}
