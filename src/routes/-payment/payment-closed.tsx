import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '#src/api/call-query.ts'
import { checkoutMethodsQuery, contractsQuery } from '#src/api/contracts.ts'
import { AskSchool } from '#src/routes/-flow/account/ask-school.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'

/**
 * Whether a person may pay none of these instalments: they are of contracts that the person does not see, or sees and may not
 * pay. Unknown until both are loaded.
 */
export function useIsPaymentClosed(): (payments: readonly string[]) => boolean {
  const { data: contracts } = useQuery(optionalQuery(contractsQuery()))
  const { data: online } = useQuery(optionalQuery(checkoutMethodsQuery()))
  return (payments) =>
    contracts !== undefined &&
    online !== undefined &&
    payments.length > 0 &&
    !contracts.some(
      (contract) =>
        !online.notPayable?.includes(contract.uuid) && contract.payments.some(({ uuid }) => payments.includes(uuid)),
    )
}

/** Shown instead of a payment that the rights of a guardian do not open. */
export function PaymentClosed() {
  return (
    <EmptyCard
      icon="lock"
      title={<Trans>Оплата для вас не открыта</Trans>}
      action={
        <ButtonLink to="/" variant="primary">
          <Trans>На главную</Trans>
        </ButtonLink>
      }
    >
      <p>
        <Trans>Что видит и делает каждый родитель, решает школа.</Trans>
      </p>
      <AskSchool why={<Trans>Чтобы платить за обучение</Trans>} />
    </EmptyCard>
  )
}
