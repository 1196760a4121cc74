import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CheckoutSummary } from '#contract/billing/checkouts.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { contractOfCheckout } from '#src/domain/billing/payments.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'

type CheckoutTitleProps = { checkout: Pick<CheckoutSummary, 'amount' | 'paymentUuids' | 'isAutomatic'> }

/** A payment that the bank has not answered: «Мария, Анализ данных: 13 112 ₽, банк ещё не ответил». */
export function CheckoutTitle({ checkout }: CheckoutTitleProps) {
  const { i18n } = useLingui()
  const ownId = useCurrentUserId()
  const { data: contracts = [] } = useQuery(optionalQuery(contractsQuery()))
  const sum = formatMoney(checkout.amount, i18n.locale)
  const contract = contractOfCheckout(checkout, contracts)
  if (contract === null)
    return checkout.isAutomatic ? (
      <Trans>Автоплатёж {sum}: банк ещё не ответил</Trans>
    ) : (
      <Trans>Оплата {sum}: банк ещё не ответил</Trans>
    )
  const { student, program } = contract
  const whose = [...(student.uuid === ownId ? [] : [student.firstName]), program.title].join(', ')
  return checkout.isAutomatic ? (
    <Trans>
      {whose}: автоплатёж {sum}, банк ещё не ответил
    </Trans>
  ) : (
    <Trans>
      {whose}: {sum}, банк ещё не ответил
    </Trans>
  )
}
