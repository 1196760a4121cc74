import { Trans } from '@lingui/react/macro'
import type { CourseWaitingList } from '#contract/catalog.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { JoinWaitingList, WaitingListNotice } from '#src/routes/-shell/flow/waiting-list.tsx'
import type { CourseGroup } from '#src/routes/-shell/labels/course-group-facts.tsx'
import type { PurchaseFlow } from './purchase-flow.ts'

type PurchaseWaitingListProps = {
  flow: PurchaseFlow
  group: CourseGroup
  queue: CourseWaitingList | null
  isFull: boolean
}

/** Waiting list of a full group: the position, a held place, or the button to join (D-40). */
export function PurchaseWaitingList({ flow, group, queue, isFull }: PurchaseWaitingListProps) {
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
