import { Trans } from '@lingui/react/macro'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { signingStateOf } from '#src/domain/billing/contract-signing.ts'
import { useDates } from '#src/i18n/use-dates.ts'

/** How far the signing of a contract is, in a few words. */
export function SigningState({ contract }: { contract: Contract }) {
  return (
    <span className="text-sm font-normal text-ink-muted">
      <SigningText contract={contract} />
    </span>
  )
}

function SigningText({ contract }: { contract: Contract }) {
  const dates = useDates()
  const { signing } = contract
  if (!signing) return null
  const { customer, customerAt, isOwn } = signing
  const day = customerAt && dates.dayShort(dates.dayOf(customerAt))
  switch (signingStateOf(contract)) {
    case 'own':
      return <Trans>ждёт вашей подписи</Trans>
    case 'customer':
      return <Trans>ждёт подписи: {customer}</Trans>
    case 'school':
      return isOwn ? <Trans>подписан вами {day}, ждёт школу</Trans> : <Trans>подписан {day}, ждёт школу</Trans>
    default:
      return null
  }
}
