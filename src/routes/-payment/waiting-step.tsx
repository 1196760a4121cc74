import { Trans, useLingui } from '@lingui/react/macro'
import type { Checkout } from '#contract/billing/checkouts.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { useNow } from '#src/routes/-query/use-now.ts'
import { Spinner } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { CheckoutLines, OwnCheckout } from './checkout-facts.tsx'
import { PaymentColumns } from './payment-columns.tsx'
import type { StepProps } from './step-props.ts'

/** Milliseconds after which the page says that it may be closed. */
const longWaitMs = 3 * 60_000

/** The bank has not answered yet; the person may not have paid there. */
export function WaitingStep({ flow }: StepProps) {
  return (
    <FlowStep flow={flow} title={flow.is('leaving') ? <Trans>Открываем банк</Trans> : <Trans>Ждём ответ банка</Trans>}>
      <OwnCheckout flow={flow}>{(checkout) => <Waiting flow={flow} checkout={checkout} />}</OwnCheckout>
      <AccountOwnerOnly />
    </FlowStep>
  )
}

function Waiting({ flow, checkout }: StepProps & { checkout: Checkout }) {
  const { i18n } = useLingui()
  const now = useNow()
  const { amount, isAutomatic, createdAt, confirmationUrl } = checkout
  const isLong = now - Date.parse(createdAt) > longWaitMs
  return (
    <PaymentColumns
      aside={
        <Card as="div">
          <CheckoutLines checkout={checkout} />
        </Card>
      }
    >
      <Card as="div">
        <div className="flex items-center gap-sm">
          <Spinner />
          <p className="text-xl font-strong tabular-nums">{formatMoney(amount, i18n.locale)}</p>
        </div>
        <p role="status" className="mt-xs text-ink-muted">
          {isAutomatic ? (
            <Trans>Автоплатёж списывается с карты. Делать ничего не нужно.</Trans>
          ) : isLong ? (
            <Trans>
              Банк отвечает дольше обычного. Страницу можно закрыть: мы пришлём сообщение, когда он ответит.
            </Trans>
          ) : (
            <Trans>Если вы заплатили, страница обновится сама, обычно за минуту.</Trans>
          )}
        </p>
        <div className="mt-base flex flex-wrap gap-xs max-md:flex-col">
          {confirmationUrl !== null && (
            <AccountOwnerButton
              variant="primary"
              busy={flow.is('leaving')}
              disabled={flow.is('canceling')}
              onClick={() => flow.send({ type: 'bank.open' })}
            >
              <Trans>Продолжить оплату</Trans>
            </AccountOwnerButton>
          )}
          {!isAutomatic && (
            <AccountOwnerButton
              busy={flow.is('canceling')}
              disabled={flow.is('leaving')}
              onClick={() => flow.send({ type: 'checkout.cancel' })}
            >
              <Trans>Отменить оплату</Trans>
            </AccountOwnerButton>
          )}
        </div>
      </Card>
    </PaymentColumns>
  )
}
