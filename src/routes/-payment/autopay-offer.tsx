import { Trans, useLingui } from '@lingui/react/macro'
import { firstChargeOf, type PlannedCharge } from '#src/domain/billing/autopay.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
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
 * The next instalments may be charged to the card of this payment: an agreement of its own. Until it is ticked it says that
 * the bank saves the card and what it charges first; then all that is agreed to, above the button that agrees. A changed text
 * needs another `autopayTermsVersion`.
 */
export function AutopayOffer({ charges, isAgreed, onChange, isBusy }: AutopayOfferProps) {
  const isImpersonating = useIsImpersonating()
  return (
    <div className="flex flex-col gap-sm rounded-lg border border-line p-sm">
      <Checkbox
        checked={isAgreed}
        disabled={isBusy || isImpersonating}
        onChange={({ target }) => onChange(target.checked)}
        hint={
          isAgreed ? (
            <Trans>Банк запомнит карту. Школа видит только её последние цифры.</Trans>
          ) : (
            <WhatIsAgreed charges={charges} />
          )
        }
      >
        <Trans>Автоплатёж с этой карты</Trans>
      </Checkbox>
      {isAgreed && <AutopayTerms charges={charges} />}
    </div>
  )
}

function WhatIsAgreed({ charges }: { charges: readonly PlannedCharge[] }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const next = firstChargeOf(charges)
  if (next === undefined) return null
  const [day, sum] = [dates.day(next.on), formatMoney(next.sum, i18n.locale)]
  return (
    <Trans>
      Банк запомнит карту. Следующее списание — {day}, {sum}.
    </Trans>
  )
}
