import { Trans, useLingui } from '@lingui/react/macro'
import type { CourseStudent, CourseWaitingList } from '#contract/catalog.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { purchaseObstacleLabels } from '#src/i18n/purchase-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { JoinWaitingList, WaitingListNotice } from '#src/routes/-shell/flow/waiting-list.tsx'
import { PlacesBadge } from '#src/routes/-shell/labels/badges.tsx'
import { type CourseGroup, GroupFacts } from '#src/routes/-shell/labels/course-group-facts.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import type { PurchaseFlow } from './page.tsx'
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

type PurchaseWaitingListProps = {
  flow: PurchaseFlow
  group: CourseGroup
  queue: CourseWaitingList | null
  isFull: boolean
}

/** Waiting list of a full group: the position, a held place, or the button to join (D-40). */
function PurchaseWaitingList({ flow, group, queue, isFull }: PurchaseWaitingListProps) {
  const dates = useDates()
  if (queue === null) return isFull ? <JoinWaitingList flow={flow} group={group} waiting={group.waiting} /> : null
  const { heldUntil, position, length } = queue
  const until = heldUntil && dates.dateTime(heldUntil)
  return (
    <WaitingListNotice
      of="course"
      place={queue}
      title={
        heldUntil ? (
          <Trans>Место держим для вас до {until}</Trans>
        ) : (
          <Trans>
            Ваше место в очереди: {position} из {length}
          </Trans>
        )
      }
      disabled={flow.isBusy}
      onButtonRemoved={flow.heading.focus}
    />
  )
}
