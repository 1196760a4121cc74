import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { GroupTransfer, GroupWaitingList } from '#contract/learning/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { WaitingListNotice } from '#src/routes/-flow/steps/waiting-list.tsx'
import { AccountOwnerButton } from '#src/routes/-query/account-owner-only.tsx'
import { useDeadlineText } from '#src/routes/-query/labels/use-deadline-text.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import type { StepProps } from './step-props.ts'

const WithdrawTransferDialog = lazyComponent(
  'withdraw-dialog',
  () => import('./withdraw-transfer-dialog.tsx'),
  'WithdrawTransferDialog',
)

/** A transfer that has not taken effect yet, with a button to withdraw it. */
export function PendingTransfer({ transfer, flow }: StepProps & { transfer: GroupTransfer }) {
  const dates = useDates()
  const [isAsking, ask] = useState(false)
  const day = dates.day(transfer.effectiveFrom)
  return (
    <>
      <Notice
        title={
          <Trans>
            С {day} группа «{transfer.to.title}»
          </Trans>
        }
      >
        <p className="mb-xs">
          <Trans>До этого дня смену можно отозвать.</Trans>
        </p>
        <AccountOwnerButton size="small" opens={WithdrawTransferDialog} onClick={() => ask(true)}>
          <Trans>Отозвать</Trans>
        </AccountOwnerButton>
      </Notice>
      {isAsking && (
        <WithdrawTransferDialog transfer={transfer} onOpenerGone={flow.heading.focus} onClose={() => ask(false)} />
      )}
    </>
  )
}

/** The position in the waiting list of a transfer, or a held place with a link that takes it. */
export function TransferWaitingList({
  waitingList,
  flow,
  canTake,
}: StepProps & { waitingList: GroupWaitingList; canTake: boolean }) {
  const deadline = useDeadlineText()
  const { own, groupTitle, groupUuid: group, contractUuid: contract, length } = waitingList
  if (own === null) return null
  const { position, heldUntil } = own
  const until = heldUntil && deadline(heldUntil)
  return (
    <WaitingListNotice
      of="transfer"
      entry={{ ...own, groupTitle }}
      title={
        heldUntil ? (
          <Trans>
            Место в группе «{groupTitle}» за вами до {until}
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
        <ButtonLink to="/change-schedule" search={{ contract, group }} size="small" variant="primary">
          <Trans>Занять место</Trans>
        </ButtonLink>
      )}
    </WaitingListNotice>
  )
}
