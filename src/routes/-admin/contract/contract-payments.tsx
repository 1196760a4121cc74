import { Trans, useLingui } from '@lingui/react/macro'
import type { ContractAction } from '#contract/billing/action-table.ts'
import type { ContractCard } from '#contract/billing/contract-actions.ts'
import type { Payment } from '#contract/enrolment/contracts.ts'
import { isPaymentOverdue } from '#src/domain/billing/payments.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { paymentStatusLabels } from '#src/i18n/contract-labels.ts'
import { DueText } from '#src/i18n/due-text.tsx'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { MenuButton } from '#src/routes/-flow/menu-button.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { actionLabels } from './action-labels.ts'
import { offeredActions } from './offered-actions.ts'

/** Asks about an action on the contract, or on one of its payments. */
export type ChooseAction = (action: ContractAction, paymentUuid: string | undefined) => void

type ContractPaymentsProps = { card: ContractCard; onChoose: ChooseAction }

/** The payments of a contract, each with what can be done with it. */
export function ContractPayments({ card: { contract, paymentActions }, onChoose }: ContractPaymentsProps) {
  return (
    <List>
      {contract.payments.map((payment, index) => (
        <PaymentItem
          key={payment.uuid}
          payment={payment}
          payments={contract.payments}
          actions={offeredActions(paymentActions[index] ?? [])}
          onChoose={onChoose}
        />
      ))}
    </List>
  )
}

type PaymentItemProps = {
  payment: Payment
  payments: readonly Payment[]
  actions: readonly ContractAction[]
  onChoose: ChooseAction
}

function PaymentItem({ payment, payments, actions, onChoose }: PaymentItemProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const title = usePaymentTitle()(payment, payments)
  const { amount, paid, toPay, dueOn, status } = payment
  const { today } = useSchoolNow()
  const [sum, part, left] = [amount, paid, toPay].map((kopecks) => formatMoney(kopecks, i18n.locale))
  const isOverdue = isPaymentOverdue(payment, today)
  return (
    <ListItem
      title={[title, sum].join(separator)}
      note={
        <>
          {isOverdue ? (
            <span className="text-ink-error">
              <DueText days={daysUntil(dueOn, today)} />
              {separator}
              <Trans>осталось {left}</Trans>
            </span>
          ) : (
            i18n._(labelOf(paymentStatusLabels, status))
          )}
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
      end={<PaymentActions title={title} actions={actions} onChoose={(action) => onChoose(action, payment.uuid)} />}
    />
  )
}

type PaymentActionsProps = {
  title: string
  actions: readonly ContractAction[]
  onChoose: (action: ContractAction) => void
}

/** A single action is a button, several are a menu. */
function PaymentActions({ title, actions, onChoose }: PaymentActionsProps) {
  const { t, i18n } = useLingui()
  const nameOf = (action: ContractAction) => i18n._(labelOf(actionLabels, action))
  const [first, ...others] = actions
  if (first === undefined) return null
  if (others.length === 0)
    return (
      <Button size="small" aria-haspopup="dialog" onClick={() => onChoose(first)}>
        {nameOf(first)}
        <VisuallyHidden>: {title}</VisuallyHidden>
      </Button>
    )
  return (
    <MenuButton
      label={t`Что сделать: ${title}`}
      groups={[
        {
          key: 'actions',
          entries: actions.map((action) => ({
            key: action,
            title: nameOf(action),
            onSelect: () => onChoose(action),
          })),
        },
      ]}
    >
      <Icon name="more" />
    </MenuButton>
  )
}
