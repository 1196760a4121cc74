import { useLingui } from '@lingui/react'
import type { Contract, Operation, Payment } from '#contract/enrolment/contracts.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'

type Labelled = { contract: Contract; payment: Payment; operation: Operation }

/** Distinguishes the documents of operations for screen readers: instalment, sum and day. */
export function useOperationLabel() {
  const { i18n } = useLingui()
  const dates = useDates()
  const titleOf = usePaymentTitle()
  return ({ contract, payment, operation }: Labelled) =>
    [
      titleOf(payment, contract.payments),
      formatMoney(operation.amount, i18n.locale),
      dates.dayWithYear(dates.dayOf(operation.at)),
    ].join(', ')
}
