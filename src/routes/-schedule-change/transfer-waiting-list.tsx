import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { GroupWaitingList } from '#contract/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { WaitingListNotice } from '#src/routes/-shell/flow/waiting-list.tsx'
import { buttonClassNames } from '#src/ui/forms/button-styles.ts'
import type { StepProps } from './transfer-flow.ts'

/** The position in the waiting list of a transfer, or a held place with a link that takes it (D-40). */
export function TransferWaitingList({
  queue,
  flow,
  canTake,
}: StepProps & { queue: GroupWaitingList; canTake: boolean }) {
  const dates = useDates()
  const { own, groupTitle, groupUuid: group, contractUuid: contract, length } = queue
  if (own === null) return null
  const { position, heldUntil } = own
  const until = heldUntil && dates.dateTime(heldUntil)
  return (
    <WaitingListNotice
      of="move"
      place={{ ...own, groupTitle }}
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
      onButtonRemoved={flow.heading.focus}
    >
      {heldUntil && canTake && (
        <Link
          to="/change-schedule"
          search={{ contract, group }}
          className={buttonClassNames({ size: 'small', variant: 'primary' })}
        >
          <Trans>Занять место</Trans>
        </Link>
      )}
    </WaitingListNotice>
  )
}
