import { Trans, useLingui } from '@lingui/react/macro'
import type { ChargedPayment, PaymentPlan } from '#src/domain/billing/payments.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ChargeText } from '#src/routes/-flow/payments/charge-text.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'

type NothingToPayProps = { plan: PaymentPlan; charged: ChargedPayment | undefined }

/** Nothing is due; what is left is paid by a card, by banks and funds, suspended or deferred. `charged` is next. */
export function NothingToPay({ plan: { byOthers, suspended, deferred }, charged }: NothingToPayProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const [others, paused, later] = [byOthers, suspended, deferred].map((sum) => formatMoney(sum, i18n.locale))
  return (
    <Card tone="success" aria-label={t`К оплате`}>
      <div className="flex h-full items-center gap-base">
        <span className="text-ink-success">
          <Icon name="check" size={32} />
        </span>
        <div className="min-w-0">
          <h2 className="text-lg">
            <Trans>Сейчас платить ничего не нужно</Trans>
          </h2>
          {charged && (
            <p className="text-ink-muted tabular-nums">
              {formatMoney(charged.left, i18n.locale)} <ChargeText charge={charged.charge} dates={dates} />.
            </p>
          )}
          {byOthers + suspended + deferred > 0 && (
            <p className="text-ink-muted">
              {byOthers > 0 && (
                <>
                  <Trans>{others} заплатит банк или фонд.</Trans>{' '}
                </>
              )}
              {suspended > 0 && (
                <>
                  <Trans>{paused} за приостановленное обучение платить не нужно, пока оно не возобновится.</Trans>{' '}
                </>
              )}
              {deferred > 0 && (
                <>
                  <Trans>{later} отсрочено.</Trans>{' '}
                </>
              )}
              <Trans>Если платить будет нужно вам, напомним за три дня до срока.</Trans>
            </p>
          )}
        </div>
      </div>
    </Card>
  )
}
