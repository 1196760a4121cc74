import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { CourseQueue } from '#contract/catalog.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { Notice } from '#src/ui/notice.tsx'

const LeaveQueueDialog = latePart('leave-queue-dialog', () =>
  import('#src/routes/-frame/leave-queue-dialog.tsx').then((module) => module.LeaveQueueDialog),
)

type QueuePlaceProps = {
  queue: CourseQueue
  /** Of the group, as its card has it. */
  title: string
  onGone: () => void
  /** In a line of the comparison: without what waiting means. */
  isBrief?: boolean
  /** How to take the place, where it is held. */
  children?: ReactNode
}

/** Somebody's place in the line for a group, or the place that is held for them. */
export function QueuePlace({ queue, title, onGone, isBrief = false, children }: QueuePlaceProps) {
  const { t } = useLingui()
  const dates = useDates()
  const [isAsking, ask] = useState(false)
  const { uuid, groupTitle, position, length, heldUntil } = queue
  const until = heldUntil && dates.dateTime(heldUntil)
  const place =
    until === null ? (
      <Trans>
        Вы в очереди: {position} из {length}
      </Trans>
    ) : (
      <Trans>Место держим за вами до {until}</Trans>
    )
  return (
    <>
      {isBrief ? (
        <p className="font-medium">{place}</p>
      ) : (
        <Notice tone={until === null ? 'info' : 'success'} title={place}>
          {until === null && (
            <Trans>Когда место освободится, мы напишем первому в очереди и сутки будем держать место для него.</Trans>
          )}
        </Notice>
      )}
      {children}
      <OwnButton
        wide
        variant="quiet"
        opens={LeaveQueueDialog}
        aria-label={until === null ? t`Выйти из очереди в группу ${title}` : t`Отказаться от места в группе ${title}`}
        onClick={() => ask(true)}
      >
        {until === null ? <Trans>Выйти из очереди</Trans> : <Trans>Отказаться от места</Trans>}
      </OwnButton>
      {isAsking && (
        <LeaveQueueDialog
          of="course"
          id={uuid}
          groupTitle={groupTitle}
          isHeld={until !== null}
          onOpenerGone={onGone}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}
