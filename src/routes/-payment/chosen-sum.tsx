import { Trans, useLingui } from '@lingui/react/macro'
import { maxCheckoutLines } from '#contract/limits.ts'
import { groupOf, type PaymentGroup } from '#src/domain/billing/payments.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { PaymentCount } from '#src/routes/-query/labels/due-payments.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { StickySummary } from './payment-columns.tsx'

type ChosenSumProps = { selected: PaymentGroup; onConfirm: () => void }

/** The sum of what is chosen, of each child if there are several, and the way on. */
export function ChosenSum({ selected: { payments, sum, count }, onConfirm }: ChosenSumProps) {
  const { i18n } = useLingui()
  const children = [...Map.groupBy(payments, ({ contract }) => contract.student.uuid).values()]
  return (
    <StickySummary isBar>
      <div className="flex flex-wrap items-center justify-between gap-x-base gap-y-xs lg:flex-col lg:items-stretch lg:gap-y-base">
        <div className="min-w-0">
          <p aria-live="polite">
            <span className="block text-xl font-strong tabular-nums lg:text-2xl">{formatMoney(sum, i18n.locale)}</span>
            <span className="text-sm text-ink-muted">
              {count > 0 ? <PaymentCount count={count} /> : <Trans>Отметьте, что оплатить</Trans>}
            </span>
          </p>
          {children.length > 1 && (
            <ul className="mt-base flex flex-col gap-xxs border-t border-line-soft pt-base max-lg:hidden">
              {children.map((ofChild) => (
                <li key={ofChild[0]?.contract.student.uuid} className="flex justify-between gap-base">
                  <span className="min-w-0">{ofChild[0]?.contract.student.firstName}</span>
                  <span className="whitespace-nowrap tabular-nums">
                    {formatMoney(groupOf(ofChild).sum, i18n.locale)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
        {count > maxCheckoutLines && (
          <p role="status" className="text-ink-error">
            <Trans>За один раз можно оплатить не больше {maxCheckoutLines} платежей.</Trans>
          </p>
        )}
        <Button variant="primary" disabled={count === 0 || count > maxCheckoutLines} onClick={onConfirm}>
          <Trans>Выбрать способ оплаты</Trans>
        </Button>
      </div>
    </StickySummary>
  )
}
