import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { GroupQueue } from '#contract/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Notice } from '#src/ui/notice.tsx'
import type { StepProps } from './flow.ts'

const LeaveQueueDialog = latePart('leave-queue-dialog', () =>
  import('#src/routes/-frame/leave-queue-dialog.tsx').then((module) => module.LeaveQueueDialog),
)

/** Somebody's place in a line, or the place that is held for them, with one step to take it. */
export function Waiting({ queue, flow, canTake }: StepProps & { queue: GroupQueue; canTake: boolean }) {
  const dates = useDates()
  const [isAsking, ask] = useState(false)
  const { own, groupTitle, groupUuid: group, contractUuid: contract, length } = queue
  if (own === null) return null
  const { uuid, position, heldUntil } = own
  const until = heldUntil && dates.dateTime(heldUntil)
  return (
    <>
      <Notice
        tone={heldUntil ? 'success' : 'info'}
        title={
          heldUntil ? (
            <Trans>
              Место в группе «{groupTitle}» держим для вас до {until}
            </Trans>
          ) : (
            <Trans>
              Очередь в группу «{groupTitle}»: ваше место {position} из {length}
            </Trans>
          )
        }
      >
        {!heldUntil && (
          <p>
            <Trans>Когда место освободится, мы напишем первому в очереди и сутки будем держать место для него.</Trans>
          </p>
        )}
        <div className="mt-xs flex flex-wrap gap-xs">
          {heldUntil && canTake && (
            <Link
              to="/change-schedule"
              search={{ contract, group }}
              className={buttonClasses({ size: 'small', variant: 'primary' })}
            >
              <Trans>Занять место</Trans>
            </Link>
          )}
          <OwnButton size="small" opens={LeaveQueueDialog} onClick={() => ask(true)}>
            {heldUntil ? <Trans>Отказаться</Trans> : <Trans>Выйти из очереди</Trans>}
          </OwnButton>
        </div>
      </Notice>
      {isAsking && (
        <LeaveQueueDialog
          of="move"
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
