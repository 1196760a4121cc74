import { useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { groupOf, paymentSummaryOf } from '#src/domain/billing/payments.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ChargeText } from '#src/routes/-flow/payments/charge-text.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'

/** What a card pays next: there is nothing to do, so it stands below what is to be done. Absent without it. */
export function CardChargeNote({ contracts }: { contracts: readonly Contract[] }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const charged = paymentSummaryOf(contracts, today).charged.filter(({ charge }) => !charge.isRepeated)
  const [first] = charged
  if (first === undefined) return null
  const same = charged.filter(({ charge }) => charge.on === first.charge.on && charge.card === first.charge.card)
  const courses = [...new Set(same.map(({ contract }) => contract.program.title))].join(', ')
  return (
    <p className="px-base text-sm text-ink-muted tabular-nums md:px-lg">
      {formatMoney(groupOf(same).sum, i18n.locale)} <ChargeText charge={first.charge} dates={dates} />
      {separator}
      <ScreenLink to="/contracts-and-payments">{courses}</ScreenLink>
    </p>
  )
}
