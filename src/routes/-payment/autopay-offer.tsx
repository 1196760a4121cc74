import { Trans } from '@lingui/react/macro'
import type { PlannedCharge } from '#src/domain/billing/autopay.ts'
import { AutopayTerms } from '#src/routes/-flow/payments/autopay-terms.tsx'
import { useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'

type AutopayOfferProps = {
  charges: readonly PlannedCharge[]
  isAgreed: boolean
  onChange: (isAgreed: boolean) => void
  isBusy: boolean
}

/**
 * The next instalments may be charged to the card of this payment: an agreement of its own. One line until it is ticked, then
 * what is agreed to, above the button that agrees.
 */
export function AutopayOffer({ charges, isAgreed, onChange, isBusy }: AutopayOfferProps) {
  const isImpersonating = useIsImpersonating()
  return (
    <div className="flex flex-col gap-sm rounded-lg border border-line p-sm">
      <Checkbox
        checked={isAgreed}
        disabled={isBusy || isImpersonating}
        onChange={({ target }) => onChange(target.checked)}
        hint={isAgreed && <Trans>Следующие платежи спишутся сами. Школа видит только последние цифры карты.</Trans>}
      >
        <Trans>Автоплатёж с этой карты</Trans>
      </Checkbox>
      {isAgreed && <AutopayTerms charges={charges} />}
    </div>
  )
}
