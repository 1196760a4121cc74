import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract, Payment } from '#contract/enrolment/contracts.ts'
import type { PaymentStatus } from '#contract/enumerations.ts'
import { isOfCustomer, isUnsigned } from '#src/domain/billing/contract-signing.ts'
import { isExpected, isPaymentOverdue, isTerminationAsked } from '#src/domain/billing/payments.ts'
import { paymentStatusLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, lookUp, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ChargeText } from '#src/routes/-flow/payments/charge-text.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Tone } from '#src/ui/tone.ts'

const statusTones: Record<PaymentStatus, Tone> = {
  Open: 'info',
  Closed: 'success',
  Canceled: 'neutral',
  Error: 'error',
  DeferredPayment: 'neutral',
}

/** Not asked for, because the contract is being terminated: its day means nothing. */
export function isCalledOff(contract: Contract, { status, kind }: Payment): boolean {
  return status === 'DeferredPayment' && isOfCustomer(kind) && isTerminationAsked(contract)
}

/** Of what a termination calls off: until the last day something may still come of it. */
export function useNotToPay({ termination }: Contract): string {
  const { t } = useLingui()
  return termination?.state === 'asked' && termination.due > 0 ? t`Пока платить не нужно` : t`Платить не нужно`
}

/** Of a contract that its customer has not signed, the customer's payments begin with the signature. */
function usePaymentStatusLabel(contract: Contract, payment: Payment): string {
  const { t, i18n } = useLingui()
  const notToPay = useNotToPay(contract)
  const { status, kind } = payment
  if (isCalledOff(contract, payment)) return notToPay
  if (status === 'DeferredPayment' && isOfCustomer(kind) && isUnsigned(contract)) return t`После подписи`
  return i18n._(labelOf(paymentStatusLabels, status))
}

type OnePayment = { contract: Contract; payment: Payment; today: string }

/**
 * Status of a payment, or when a card pays it; open payments after the due date are overdue. What is paid is quiet, and of
 * those that wait only the next one says so: the others have their days.
 */
export function PaymentState({ contract, payment, today, isNext }: OnePayment & { isNext: boolean }) {
  const label = usePaymentStatusLabel(contract, payment)
  const dates = useDates()
  const { status, charge, paidAt } = payment
  if (charge !== null) {
    return (
      <span className="inline-block text-ink-muted first-letter:uppercase">
        <ChargeText charge={{ ...charge, card: null }} dates={dates} />
      </span>
    )
  }
  if (isPaymentOverdue(payment, today) && status === 'Open') {
    return (
      <Badge tone="error" icon={<Icon name="warning" size={16} />}>
        <Trans>Просрочен</Trans>
      </Badge>
    )
  }
  if (status === 'Closed')
    return (
      <span className="whitespace-nowrap text-ink-muted">
        {paidAt === null ? label : <PaymentOutcome contract={contract} payment={payment} today={today} />}
      </span>
    )
  if (status === 'Open' && !isNext) return null
  return <Badge tone={lookUp(statusTones, status, 'neutral')}>{label}</Badge>
}

/** In words: what was paid, or what is to be paid until when. */
export function PaymentOutcome({ contract, payment, today }: OnePayment) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { status, dueOn, paid, paidAt } = payment
  const [day, left, some] = [dates.day(dueOn), formatMoney(payment.left, i18n.locale), formatMoney(paid, i18n.locale)]
  const label = usePaymentStatusLabel(contract, payment)
  const withLabel = (outcome: string) => (status === 'Error' ? `${label}. ${outcome}` : outcome)
  if (payment.charge !== null) return <ChargeText charge={payment.charge} dates={dates} />
  if (isPaymentOverdue(payment, today)) return withLabel(t`Долг ${left}, срок был ${day}`)
  if (paidAt !== null) return <Trans>Оплачен {dates.day(dates.dayOf(paidAt))}</Trans>
  if (isExpected(payment))
    return withLabel(paid > 0 ? t`Внесено ${some}, ещё ${left} до ${day}` : t`Заплатить до ${day}`)
  const until = !isCalledOff(contract, payment) && t`срок ${day}`
  return [label, paid > 0 && t`внесено ${some}`, until].filter(Boolean).join(separator)
}
