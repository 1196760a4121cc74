import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** All clear; `left` is what banks and funds pay, or what was put off. */
export function NothingToPay({ left }: { left: number }) {
  const { t } = useLingui()
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
          {left > 0 && (
            <p className="text-ink-muted">
              <Trans>
                Остальное платит банк или фонд либо отсрочено. Если платить будет нужно вам, напомним за три дня до
                срока.
              </Trans>
            </p>
          )}
        </div>
      </div>
    </Card>
  )
}
