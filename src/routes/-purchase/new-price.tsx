import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { Basket } from '#contract/catalog.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { Notice } from '#src/ui/notice.tsx'

/** The price that was agreed, and the one of now, side by side: nothing is bought at a price that nobody has seen. */
export function NewPrice({ price: { agreed, now } }: Pick<Basket, 'price'>) {
  const { i18n } = useLingui()
  return (
    <Notice tone="warning" title={<Trans>Цена изменилась</Trans>}>
      <dl className="mt-xs flex flex-wrap gap-x-xl gap-y-xs">
        <div>
          <dt className="text-sm text-ink-muted">
            <Trans>Когда вы выбирали</Trans>
          </dt>
          <dd className="text-lg tabular-nums line-through">{formatMoney(agreed, i18n.locale)}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-muted">
            <Trans>Сейчас</Trans>
          </dt>
          <dd className="text-lg font-strong tabular-nums">{formatMoney(now, i18n.locale)}</dd>
        </div>
      </dl>
      <p className="mt-xs text-sm">
        <Trans>Платежи ниже уже посчитаны по новой цене.</Trans>
      </p>
    </Notice>
  )
}
