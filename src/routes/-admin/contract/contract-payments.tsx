import { Trans, useLingui } from '@lingui/react/macro'
import type { ContractCard } from '#contract/billing/contract-actions.ts'
import type { Payment } from '#contract/enrolment/contracts.ts'
import { paymentStatusLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { offeredActions } from './offered-actions.ts'

/** The payments of a contract, each with what can be done with it. */
export function ContractPayments({ card: { contract, paymentActions } }: { card: ContractCard }) {
  return (
    <List>
      {contract.payments.map((payment, index) => (
        <PaymentItem
          key={payment.uuid}
          payment={payment}
          payments={contract.payments}
          isActionable={offeredActions(paymentActions[index] ?? []).length > 0}
        />
      ))}
    </List>
  )
}

type PaymentItemProps = { payment: Payment; payments: readonly Payment[]; isActionable: boolean }

function PaymentItem({ payment, payments, isActionable }: PaymentItemProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { open } = useScreenSearch('admin')
  const title = usePaymentTitle()(payment, payments)
  const { amount, paid, dueOn, status } = payment
  const [sum, part] = [amount, paid].map((kopecks) => formatMoney(kopecks, i18n.locale))
  return (
    <ListItem
      title={[title, sum].join(separator)}
      note={
        <>
          {i18n._(labelOf(paymentStatusLabels, status))}
          {separator}
          {dates.dayWithYear(dueOn)}
          {paid > 0 && paid < amount && (
            <>
              {separator}
              <Trans>оплачено {part}</Trans>
            </>
          )}
        </>
      }
      end={
        isActionable && (
          <Button
            size="small"
            aria-haspopup="dialog"
            onClick={() => open({ dialog: 'contract-action', payment: payment.uuid })}
          >
            <Trans>
              Действие<VisuallyHidden>: {title}</VisuallyHidden>
            </Trans>
          </Button>
        )
      }
    />
  )
}
