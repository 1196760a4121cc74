import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContractTermination } from '#contract/billing/termination.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { accountSumOf } from '#src/domain/billing/payments.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton } from '#src/routes/-query/account-owner-only.tsx'
import { TerminationOutcome } from '#src/routes/-query/labels/termination-outcome.tsx'
import { LastDay, ReturnedParts, TerminationState } from '#src/routes/-query/labels/termination-state.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'

const ReturnAccountDialog = lazyComponent(
  'return-account-dialog',
  () => import('./return-account-dialog.tsx'),
  'ReturnAccountDialog',
)

/** What comes of a termination, where the money goes, what is awaited, and until its last day the way back. */
export function TerminationNotice({ contract, termination }: { contract: Contract; termination: ContractTermination }) {
  const { uuid, paid } = contract
  const isSettled = termination.state === 'settled'
  const { i18n } = useLingui()
  const { search, open, close } = useScreenSearch('contracts-and-payments-detail')
  const withdraw = useMutation(
    callMutation('POST /v1/profile/contract/{contractId}/termination/withdraw', { idempotent: true }),
  )
  const { canWithdraw, needsAccount } = termination
  const sum = formatMoney(accountSumOf(termination), i18n.locale)
  const was = formatMoney(paid, i18n.locale)
  const isOpen = search.dialog === 'return-account'
  // Once open it stays until it closes itself: after the success no account is needed any more.
  const [isShown, setShown] = useState(false)
  if (isShown !== (isOpen && (isShown || needsAccount))) setShown(!isShown)
  return (
    <>
      {needsAccount && (
        <Notice
          tone="warning"
          title={<Trans>Укажите счёт: школа переведёт на него {sum}</Trans>}
          action={
            <AccountOwnerButton
              variant="primary"
              opens={ReturnAccountDialog}
              onClick={() => open({ dialog: 'return-account' })}
            >
              <Trans>Указать счёт</Trans>
            </AccountOwnerButton>
          }
        >
          <Trans>Туда, откуда платили, эти деньги вернуть нельзя.</Trans>
        </Notice>
      )}
      {isShown && <ReturnAccountDialog contractId={uuid} sum={sum} onClose={() => close({ dialog: undefined })} />}
      <Notice
        title={
          isSettled ? <TerminationState termination={termination} /> : <TerminationOutcome termination={termination} />
        }
        action={
          canWithdraw && (
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
        {!isSettled && (
          <p className="tabular-nums">
            <LastDay lastDay={termination.lastDay} />
            <Trans>, заплачено {was}.</Trans>
          </p>
        )}
        <Awaited termination={termination} />
      </Notice>
    </>
  )
}

function Awaited({
  termination: { state, lastDay, due, online, toTransfer, needsAccount, canWithdraw },
}: {
  termination: ContractTermination
}) {
  const dates = useDates()
  const day = dates.day(lastDay)
  const isTransferred = toTransfer > 0 && !needsAccount
  if (state === 'settled') return null
  if (state === 'asked')
    return (
      <p>
        {canWithdraw ? (
          <Trans>Занятия идут до этого дня, платить до него ничего не нужно. Передумали — отзовите до {day}.</Trans>
        ) : (
          <Trans>Занятия идут до этого дня, платить до него ничего не нужно.</Trans>
        )}
      </p>
    )
  return (
    <p>
      {due > 0 && <Trans>Договор завершится, когда занятия будут оплачены: срок — в графике платежей.</Trans>}
      {online > 0 && <Trans>Банк обычно зачисляет возврат за несколько дней.</Trans>}
      {online > 0 && isTransferred && ' '}
      {isTransferred && <Trans>Перевод на счёт делает школа, о нём придёт сообщение.</Trans>}
    </p>
  )
}
