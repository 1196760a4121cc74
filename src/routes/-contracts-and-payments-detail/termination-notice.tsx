import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { ContractTermination } from '#contract/billing/termination.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton } from '#src/routes/-query/account-owner-only.tsx'
import { ReturnedParts, TerminationState } from '#src/routes/-query/labels/termination-state.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'

/** How far a termination is, what is awaited, and until its last day the way back. */
export function TerminationNotice({
  contract: { uuid },
  termination,
}: {
  contract: Contract
  termination: ContractTermination
}) {
  const withdraw = useMutation(
    callMutation('POST /v1/profile/contract/{contractId}/termination/withdraw', { idempotent: true }),
  )
  return (
    <Notice
      title={<TerminationState termination={termination} />}
      action={
        termination.canWithdraw && (
          <AccountOwnerButton
            busy={withdraw.isPending}
            onClick={() => withdraw.mutate({ params: { contractId: uuid } })}
          >
            <Trans>Отозвать расторжение</Trans>
          </AccountOwnerButton>
        )
      }
    >
      <ReturnedParts termination={termination} />
      <Awaited termination={termination} />
    </Notice>
  )
}

function Awaited({
  termination: { state, lastDay, due, bank, online, canWithdraw },
}: {
  termination: ContractTermination
}) {
  const dates = useDates()
  const day = dates.day(lastDay)
  if (state === 'settled') return null
  if (state === 'asked')
    return (
      <p>
        {canWithdraw ? (
          <Trans>Занятия идут до этого дня, платить до него ничего не нужно. Передумали – отзовите до {day}.</Trans>
        ) : (
          <Trans>Занятия идут до этого дня, платить до него ничего не нужно.</Trans>
        )}
      </p>
    )
  return (
    <p>
      {due > 0 && <Trans>Договор завершится, когда занятия будут оплачены: срок – в графике платежей.</Trans>}
      {online > 0 && <Trans>Банк обычно зачисляет возврат за несколько дней.</Trans>}
      {online > 0 && bank > 0 && ' '}
      {bank > 0 && <Trans>Перевод на счёт делает школа, о нём придёт сообщение.</Trans>}
    </p>
  )
}
