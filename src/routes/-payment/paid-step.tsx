import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Checkout } from '#contract/billing/checkouts.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { autopaysQuery, checkoutQuery, contractsQuery } from '#src/api/contracts.ts'
import { isGivenBack, isReceiptExpected, paymentSummaryOf } from '#src/domain/billing/payments.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ReceiptButton } from '#src/routes/-flow/documents/receipt-button.tsx'
import { ButtonLink, ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { useNow, useSchoolNow } from '#src/routes/-query/use-now.ts'
import { TextLink } from '#src/ui/data/text-link.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { CheckoutLines, OwnCheckout } from './checkout-facts.tsx'
import { PaymentColumns } from './payment-columns.tsx'
import { RefundNotice } from './refund-notice.tsx'
import type { StepProps } from './step-props.ts'

/** Result: what is given back, what was paid for whom, its documents, and the next payment. */
export function PaidStep({ flow }: StepProps) {
  const { data } = useQuery(checkoutQuery(flow.location.checkout ?? ''))
  return (
    <FlowStep flow={flow} title={<PaidTitle checkout={data} />}>
      <OwnCheckout flow={flow}>
        {(checkout) => (
          <PaymentColumns aside={<PaidLines checkout={checkout} />}>
            {checkout.refunds.map((refund) => (
              <RefundNotice key={refund.uuid} refund={refund} method={checkout.method} />
            ))}
            <PaidCard checkout={checkout} />
            <AfterPayment checkout={checkout} />
          </PaymentColumns>
        )}
      </OwnCheckout>
    </FlowStep>
  )
}

function PaidTitle({ checkout }: { checkout: Checkout | undefined }) {
  if (checkout === undefined || !isGivenBack(checkout)) return <Trans>Оплата прошла</Trans>
  const isDone = checkout.refunds.every(({ state }) => state === 'succeeded')
  if (checkout.refunds.every(({ reason }) => reason === 'paid-twice'))
    return isDone ? <Trans>Этот платёж вернули</Trans> : <Trans>Этот платёж вернём</Trans>
  return isDone ? <Trans>Деньги вернули</Trans> : <Trans>Деньги вернём</Trans>
}

function PaidCard({ checkout }: { checkout: Checkout }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { amount, finishedAt } = checkout
  const isKept = !isGivenBack(checkout)
  const sum = formatMoney(amount, i18n.locale)
  return (
    <Card as="div" tone={isKept ? 'success' : 'plain'}>
      <div className="flex items-center gap-sm">
        {isKept && (
          <span className="text-ink-success">
            <Icon name="check" size={32} />
          </span>
        )}
        <div className="min-w-0">
          <p className="text-xl font-strong tabular-nums">{isKept ? sum : <Trans>Платёж {sum}</Trans>}</p>
          {finishedAt !== null && <p className="text-sm text-ink-muted">{dates.dateTime(finishedAt)}</p>}
        </div>
      </div>
    </Card>
  )
}

/** What was paid, and its documents. */
function PaidLines({ checkout }: { checkout: Checkout }) {
  const now = useNow()
  const { data: contracts = [] } = useQuery(optionalQuery(contractsQuery()))
  const { receiptUrl } = checkout
  return (
    <Card as="div">
      <CheckoutLines checkout={checkout} documentOf={(line) => <Confirmation line={line} contracts={contracts} />} />
      <div className="mt-base flex flex-col items-start gap-xs border-t border-line-soft pt-base empty:hidden">
        {isReceiptExpected(checkout, now) && (
          <p className="text-sm text-ink-muted">
            <Trans>Кассовый чек появится здесь через несколько минут.</Trans>
          </p>
        )}
        {receiptUrl !== null && (
          <TextLink href={receiptUrl} target="_blank" rel="noopener">
            <Trans>Кассовый чек</Trans>
          </TextLink>
        )}
      </div>
    </Card>
  )
}

/** The confirmation of a paid instalment, as soon as it is booked. */
function Confirmation({ line, contracts }: { line: Checkout['lines'][number]; contracts: readonly Contract[] }) {
  const contract = contracts.find(({ uuid }) => uuid === line.contractUuid)
  const payment = contract?.payments.find(({ uuid }) => uuid === line.paymentUuid)
  const operation = payment?.operations.findLast(({ hasReceipt }) => hasReceipt)
  if (!contract || !payment || !operation) return null
  return <ReceiptButton contract={contract} payment={payment} operation={operation} />
}

/** The next payment of the contracts, and the way on. */
function AfterPayment({ checkout }: { checkout: Checkout }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const { data: contracts = [] } = useQuery(optionalQuery(contractsQuery()))
  const own = contracts.filter(({ uuid }) => checkout.lines.some(({ contractUuid }) => contractUuid === uuid))
  const { overdue, next, charged } = paymentSummaryOf(own, today)
  const [coming] = charged
  const outcome = useAutopayOutcome(checkout)
  const contractUuids = new Set(checkout.lines.map(({ contractUuid }) => contractUuid))
  const [only] = contractUuids.size === 1 ? contractUuids : []
  const [debt, sum] = [formatMoney(overdue.sum, i18n.locale), formatMoney(next?.sum ?? 0, i18n.locale)]
  return (
    <>
      {outcome && (
        <Notice tone={outcome.card === null ? 'warning' : 'success'} title={<AutopayOutcome card={outcome.card} />}>
          {coming && (
            <Trans>
              Следующее списание: {dates.day(coming.charge.on)}, {formatMoney(coming.left, i18n.locale)}.
            </Trans>
          )}
        </Notice>
      )}
      {(overdue.count > 0 || next) && (
        <p className="tabular-nums">
          {overdue.count > 0 ? (
            <Trans>Осталось погасить долг: {debt}.</Trans>
          ) : (
            next && (
              <Trans>
                Следующий платёж: {sum} до {dates.day(next.day)}. Напомним за три дня.
              </Trans>
            )
          )}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-lg gap-y-xs">
        {only === undefined ? (
          <ButtonLink to="/contracts-and-payments">
            <Trans>К договорам</Trans>
          </ButtonLink>
        ) : (
          <ButtonLink to="/contracts-and-payments/$id" params={{ id: only }}>
            <Trans>К договору</Trans>
          </ButtonLink>
        )}
        <ScreenLink to="/">
          <Trans>На главную</Trans>
        </ScreenLink>
      </div>
    </>
  )
}

/** What became of an agreement that was part of this payment; null without one. The card is null if it was not kept. */
function useAutopayOutcome({ lines, createdAt }: Checkout): { card: string | null } | null {
  const { data } = useQuery(optionalQuery(autopaysQuery()))
  const agreed = data?.autopays.find(
    (autopay) =>
      autopay.isOwn &&
      Date.parse(autopay.agreedAt) === Date.parse(createdAt) &&
      lines.some(({ contractUuid }) => contractUuid === autopay.contractUuid),
  )
  if (agreed?.state === 'on') return { card: agreed.card }
  return agreed?.endReason === 'not-saved' ? { card: null } : null
}

function AutopayOutcome({ card }: { card: string | null }) {
  return card === null ? (
    <Trans>Банк не запомнил карту: автоплатёж не включился</Trans>
  ) : (
    <Trans>Автоплатёж включён, карта ··{card}</Trans>
  )
}
