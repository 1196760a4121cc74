import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Checkout } from '#contract/billing/checkouts.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { checkoutQuery, contractsQuery } from '#src/api/contracts.ts'
import { checkoutLinesByDue } from '#src/domain/billing/payments.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { PaymentLines } from './payment-lines.tsx'
import type { StepProps } from './step-props.ts'

type Line = Checkout['lines'][number]

/** The checkout of the URL; its instalments have their titles in the language of the page. */
export function OwnCheckout({ flow, children }: StepProps & { children: (checkout: Checkout) => ReactNode }) {
  const { data: contracts = [] } = useQuery(optionalQuery(contractsQuery()))
  const titleOf = usePaymentTitle()
  const withTitle = (line: Line): Line => {
    const schedule = contracts.find(({ uuid }) => uuid === line.contractUuid)?.payments ?? []
    const payment = schedule.find(({ uuid }) => uuid === line.paymentUuid)
    return payment ? { ...line, paymentTitle: titleOf(payment, schedule) } : line
  }
  return (
    <QueryBoundary query={checkoutQuery(flow.location.checkout ?? '')} skeleton={<SkeletonBlock />}>
      {(checkout) => children({ ...checkout, lines: checkoutLinesByDue(checkout, contracts).map(withTitle) })}
    </QueryBoundary>
  )
}

type CheckoutLinesProps = {
  checkout: Checkout
  /** False where the sum of its only instalment stands beside. */
  hasSum?: boolean
  documentOf?: (line: Line) => ReactNode
}

/** What the checkout pays and for whom. */
export function CheckoutLines({ checkout, hasSum = true, documentOf }: CheckoutLinesProps) {
  const { t } = useLingui()
  const lines = checkout.lines.map((line) => {
    const { paymentUuid, paymentTitle, course, student, amount } = line
    const sum = hasSum ? amount : null
    return { key: paymentUuid, title: paymentTitle, course, student, amount: sum, document: documentOf?.(line) }
  })
  return <PaymentLines label={t`Что оплачивается`} lines={lines} />
}
