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
  const { amount, lines, confirmationUrl, isAutomatic } = checkout
  return (
    <PaymentColumns
      aside={
        <Card as="div">
          <CheckoutLines checkout={checkout} hasSum={lines.length > 1} />
        </Card>
      }
    >
      <Card as="div">
        <div className="flex items-center gap-sm">
          <Spinner />
          <p className="text-xl font-strong tabular-nums">{formatMoney(amount, i18n.locale)}</p>
        </div>
        <div role="status" className="mt-xs flex flex-col gap-xxs">
          {flow.is('leaving') ? (
            <p>
              <Trans>Сейчас откроется страница банка.</Trans>
            </p>
          ) : (
            <Advice {...checkout} />
          )}
        </div>
        {/* None is primary: the person may have paid already. */}
        <div className="mt-base flex flex-wrap gap-xs max-md:flex-col">
          {confirmationUrl !== null && (
            <AccountOwnerButton
              busy={flow.is('leaving')}
              disabled={flow.is('canceling')}
              onClick={() => flow.send({ type: 'bank.open' })}
            >
              <Trans>Не заплатили? Вернуться в банк</Trans>
            </AccountOwnerButton>
          )}
          {!isAutomatic && (
            <AccountOwnerButton
              variant="quiet"
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

/** First that a person who has paid has nothing to do. */
function Advice({ isAutomatic, createdAt }: Checkout) {
  const now = useNow()
  const isLong = now - Date.parse(createdAt) > longWaitMs
  if (isAutomatic)
    return (
      <p>
        <Trans>Автоплатёж списывается с карты. Делать ничего не нужно.</Trans>
      </p>
    )
  return (
    <>
      <p className="font-medium">
        <Trans>Уже заплатили? Ничего не нажимайте: ответ придёт сюда и в уведомления.</Trans>
      </p>
      <p className="text-ink-muted">
        {isLong ? (
          <Trans>Банк отвечает дольше обычного. Страницу можно закрыть.</Trans>
        ) : (
          <Trans>Обычно банк отвечает за минуту.</Trans>
        )}
      </p>
    </>
  )
}
