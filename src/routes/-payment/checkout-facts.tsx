import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Checkout } from '#contract/billing/checkouts.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { checkoutQuery, contractsQuery } from '#src/api/contracts.ts'
import { checkoutLinesByDue } from '#src/domain/billing/payments.ts'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { PaymentLines } from './payment-lines.tsx'
import type { StepProps } from './step-props.ts'

/** The checkout of the URL. */
export function OwnCheckout({ flow, children }: StepProps & { children: (checkout: Checkout) => ReactNode }) {
  const { data: contracts = [] } = useQuery(optionalQuery(contractsQuery()))
  return (
    <QueryBoundary query={checkoutQuery(flow.location.checkout ?? '')} skeleton={<SkeletonBlock />}>
      {(checkout) => children({ ...checkout, lines: checkoutLinesByDue(checkout, contracts) })}
    </QueryBoundary>
  )
}

/** What the checkout pays and for whom. */
export function CheckoutLines({ checkout }: { checkout: Checkout }) {
  const { t } = useLingui()
  const lines = checkout.lines.map(({ paymentUuid, paymentTitle, course, student, amount }) => ({
    ...{ key: paymentUuid, title: paymentTitle, course, student, amount },
  }))
  return <PaymentLines label={t`Что оплачивается`} lines={lines} />
}
