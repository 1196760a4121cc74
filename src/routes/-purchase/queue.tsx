import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { CourseQueue } from '#contract/catalog.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import type { CourseGroup } from '#src/routes/-frame/course-group-facts.tsx'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { QueueLength } from '#src/routes/-frame/queue-length.tsx'
import { Notice } from '#src/ui/notice.tsx'
import type { Flow } from './flow.ts'

const LeaveQueueDialog = latePart('leave-queue-dialog', () =>
  import('#src/routes/-frame/leave-queue-dialog.tsx').then((module) => module.LeaveQueueDialog),
)

type QueueProps = { flow: Flow; group: CourseGroup; queue: CourseQueue | null; isFull: boolean }

/** The line for a full group: one’s place in it, the place that is held, or the way to join (D-40). */
export function Queue({ flow, group, queue, isFull }: QueueProps) {
  if (queue !== null) return <Waiting flow={flow} queue={queue} />
  return isFull ? <Join flow={flow} group={group} /> : null
}

function Waiting({ flow, queue }: { flow: Flow; queue: CourseQueue }) {
  const dates = useDates()
  const [isAsking, ask] = useState(false)
  const { uuid, groupTitle, heldUntil, position, length } = queue
  const until = heldUntil && dates.dateTime(heldUntil)
  return (
    <>
      <Notice
        tone={heldUntil ? 'success' : 'info'}
        title={
          heldUntil ? (
            <Trans>Место держим для вас до {until}</Trans>
          ) : (
            <Trans>
              Ваше место в очереди: {position} из {length}
            </Trans>
          )
        }
      >
        {!heldUntil && (
          <p>
            <Trans>Когда место освободится, мы напишем первому в очереди и сутки будем держать место для него.</Trans>
          </p>
        )}
        <div className="mt-xs">
          <OwnButton size="small" opens={LeaveQueueDialog} disabled={flow.isBusy} onClick={() => ask(true)}>
            {heldUntil ? <Trans>Отказаться</Trans> : <Trans>Выйти из очереди</Trans>}
          </OwnButton>
        </div>
      </Notice>
      {isAsking && (
        <LeaveQueueDialog
          of="course"
          id={uuid}
          groupTitle={groupTitle}
          isHeld={heldUntil !== null}
          onOpenerGone={flow.heading.focus}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

function Join({ flow, group: { groupUuid, title, waiting } }: Pick<QueueProps, 'flow' | 'group'>) {
  const { t } = useLingui()
  return (
    <>
      <p className="text-sm text-ink-muted">
        <QueueLength waiting={waiting} />
      </p>
      <OwnButton
        ref={flow.heading.inheritsFrom}
        wide
        busy={flow.isBusy && flow.queue === groupUuid}
        disabled={flow.isBusy && flow.queue !== groupUuid}
        aria-label={t`Встать в очередь в группу ${title}`}
        onClick={() => flow.send({ type: 'queue.join', group: groupUuid })}
      >
        <Trans>Встать в очередь</Trans>
      </OwnButton>
    </>
  )
}
