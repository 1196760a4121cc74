import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Checkout } from '#contract/billing/checkouts.ts'
import type { CheckoutRefusal } from '#contract/enumerations.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { AskSchool } from '#src/routes/-flow/account/ask-school.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { CheckoutLines, OwnCheckout } from './checkout-facts.tsx'
import { useIsPaymentClosed } from './payment-closed.tsx'
import { PaymentColumns } from './payment-columns.tsx'
import type { StepProps } from './step-props.ts'

/** Refusals after which the bank may still hold the money for a while. */
const mayHoldMoney: readonly CheckoutRefusal[] = ['confirmation-failed', 'bank-refused', 'other']

/** The bank refused: why, and what next. */
export function RefusedStep({ flow }: StepProps) {
  return (
    <Unpaid flow={flow} title={<Trans>Банк не принял оплату</Trans>}>
      {({ amount, refusal }) => (
        <>
          <NotTaken amount={amount} /> <Refusal refusal={refusal ?? 'other'} />
          {mayHoldMoney.includes(refusal ?? 'other') && (
            <>
              {' '}
              <Trans>Если банк заблокировал деньги, он вернёт их сам.</Trans>
            </>
          )}
        </>
      )}
    </Unpaid>
  )
}

/** The time to pay at the provider is over. */
export function ExpiredStep({ flow }: StepProps) {
  return (
    <Unpaid flow={flow} title={<Trans>Время на оплату вышло</Trans>}>
      {({ amount }) => (
        <>
          <NotTaken amount={amount} /> <Trans>Начните оплату заново.</Trans>
        </>
      )}
    </Unpaid>
  )
}

/** The person gave the payment up, or the school has taken the right to pay. */
export function CanceledStep({ flow }: StepProps) {
  return (
    <Unpaid flow={flow} title={<Trans>Оплата отменена</Trans>}>
      {() => <Trans>Если деньги всё же спишутся, школа зачтёт их за этот платёж, а лишние вернёт сама.</Trans>}
    </Unpaid>
  )
}

/** Where the money is, before all else. */
function NotTaken({ amount }: Pick<Checkout, 'amount'>) {
  const { i18n } = useLingui()
  const sum = formatMoney(amount, i18n.locale)
  return (
    <strong className="font-strong">
      <Trans>{sum} не списаны.</Trans>
    </strong>
  )
}

function Refusal({ refusal }: { refusal: CheckoutRefusal }) {
  switch (refusal) {
    case 'insufficient-funds':
      return <Trans>На карте или счёте не хватает денег. Пополните счёт или заплатите другой картой.</Trans>
    case 'card-expired':
      return <Trans>Срок действия карты истёк. Заплатите другой картой.</Trans>
    case 'card-details-wrong':
      return <Trans>В номере, сроке или коде карты ошибка. Проверьте данные карты и заплатите ещё раз.</Trans>
    case 'confirmation-failed':
      return <Trans>Банк не получил подтверждение оплаты. Попробуйте ещё раз.</Trans>
    case 'limit-reached':
      return <Trans>Сумма больше лимита карты. Измените лимит в приложении банка или заплатите другой картой.</Trans>
    case 'bank-refused':
      return <Trans>Банк отклонил оплату и не сказал почему. Заплатите другой картой или позвоните в свой банк.</Trans>
    case 'method-unavailable':
      return <Trans>Этот способ сейчас не работает. Выберите другой способ.</Trans>
    default:
      return <Trans>Заплатите ещё раз или другим способом.</Trans>
  }
}

type UnpaidProps = StepProps & {
  title: ReactNode
  children: (checkout: Checkout) => ReactNode
}

/** What happened, what was not paid, and the ways on. */
function Unpaid({ flow, title, children }: UnpaidProps) {
  return (
    <FlowStep flow={flow} title={title}>
      <OwnCheckout flow={flow}>
        {(checkout) => (
          <PaymentColumns
            aside={
              <Card as="div">
                <CheckoutLines checkout={checkout} />
              </Card>
            }
          >
            <p className="max-w-text">{children(checkout)}</p>
            <WaysOn flow={flow} payment={checkout.lines.map(({ paymentUuid }) => paymentUuid)} />
          </PaymentColumns>
        )}
      </OwnCheckout>
    </FlowStep>
  )
}

/** How to pay it after all, where the rights of the person allow it. */
function WaysOn({ flow, payment }: StepProps & { payment: string[] }) {
  const isPaymentClosed = useIsPaymentClosed()
  if (isPaymentClosed(payment))
    return (
      <div>
        <p>
          <Trans>Эта оплата для вас больше не открыта: что видит и делает каждый родитель, решает школа.</Trans>
        </p>
        <AskSchool why={<Trans>Чтобы платить за обучение</Trans>} />
      </div>
    )
  return (
    <>
      <div className="flex flex-wrap gap-xs max-md:flex-col">
        <AccountOwnerButton variant="primary" onClick={() => flow.send({ type: 'payments.retry', payment })}>
          <Trans>Заплатить ещё раз</Trans>
        </AccountOwnerButton>
        <ButtonLink to="/contracts-and-payments">
          <Trans>Заплатить по счёту</Trans>
        </ButtonLink>
      </div>
      <AccountOwnerOnly />
    </>
  )
}
