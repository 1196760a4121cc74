import { Trans } from '@lingui/react/macro'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { endsUnsigned, isPaidByCustomer, placeKeptUntil, signingStateOf } from '#src/domain/billing/contract-signing.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'

const SigningDialog = lazyComponent('signing-dialog', () => import('./signing-dialog.tsx'), 'SigningDialog')

/** Whose signature the contract waits for, and the dialog in which its customer signs. */
export function Signing({ contract }: { contract: Contract }) {
  const { search, open, close } = useScreenSearch('contracts-and-payments-detail')
  return (
    <>
      <SigningNotice contract={contract} onSign={() => open({ dialog: 'sign' })} />
      {search.dialog === 'sign' && contract.signing?.isOwn && (
        <SigningDialog contract={contract} onClose={() => close({ dialog: undefined })} />
      )}
    </>
  )
}

function SigningNotice({ contract, onSign }: { contract: Contract; onSign: () => void }) {
  const dates = useDates()
  const { signing } = contract
  if (!signing) return null
  const { customer, customerAt, isOwn } = signing
  const until = dates.day(signing.until)
  const placeUntil = dates.day(placeKeptUntil(signing.until))
  const signedOn = customerAt && dates.day(dates.dayOf(customerAt))
  const isHeld = endsUnsigned(contract)
  const isPayable = isPaidByCustomer(contract.payments)
  const paymentsStart = isHeld && isPayable && (
    <>
      {' '}
      <Trans>Платежи начнутся после подписи.</Trans>
    </>
  )
  switch (signingStateOf(contract)) {
    case 'own':
      return (
        <Notice
          title={<Trans>Договор ждёт вашей подписи</Trans>}
          action={
            <AccountOwnerButton variant="primary" opens={SigningDialog} onClick={onSign}>
              <Trans>Подписать</Trans>
            </AccountOwnerButton>
          }
        >
          {isHeld ? (
            <Trans>Прочитайте его и подпишите кодом из сообщения до {until}.</Trans>
          ) : (
            <Trans>Прочитайте его и подпишите кодом из сообщения.</Trans>
          )}
          {paymentsStart}
          {isHeld && (
            <>
              {' '}
              <Trans>Место за вами до {placeUntil}.</Trans>
            </>
          )}
          <AccountOwnerOnly />
        </Notice>
      )
    case 'customer':
      return (
        <Notice title={<Trans>Договор ждёт подписи заказчика</Trans>}>
          {isHeld ? (
            <Trans>
              Подписать его может только {customer}, до {until}.
            </Trans>
          ) : (
            <Trans>Подписать его может только {customer}.</Trans>
          )}
          {paymentsStart}
        </Notice>
      )
    case 'school':
      return (
        <Notice
          title={
            isOwn ? (
              <Trans>Подписано вами {signedOn}, ждёт школу</Trans>
            ) : (
              <Trans>Подписано {signedOn}, ждёт школу</Trans>
            )
          }
        >
          <Trans>Когда школа подпишет, придёт сообщение.</Trans>
          {isPayable && (
            <>
              {' '}
              <Trans>Платить можно уже сейчас.</Trans>
            </>
          )}
        </Notice>
      )
    default:
      return null
  }
}
