import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { GroupTransfer } from '#contract/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton } from '#src/routes/-shell/account/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-shell/lazy/lazy-component.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import type { StepProps } from './transfer-flow.ts'

const WithdrawTransferDialog = lazyComponent('withdraw-dialog', () =>
  import('./withdraw-transfer-dialog.tsx').then((module) => module.WithdrawTransferDialog),
)

/** A transfer that has not taken effect yet, with a button to withdraw it. */
export function PendingTransfer({ move, flow }: StepProps & { move: GroupTransfer }) {
  const dates = useDates()
  const [isAsking, ask] = useState(false)
  const day = dates.day(move.effectiveFrom)
  return (
    <>
      <Notice
        title={
          <Trans>
            С {day} группа «{move.to.title}»
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
      {isAsking && <WithdrawTransferDialog move={move} onOpenerGone={flow.heading.focus} onClose={() => ask(false)} />}
    </>
  )
}
