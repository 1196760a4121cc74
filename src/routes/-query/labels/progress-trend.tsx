import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ProgressSums } from '#contract/learning/progress.ts'
import { type Aspect, trendOf } from '#src/domain/progress.ts'
import { formatPercent } from '#src/i18n/numbers.ts'
import { TrendIndicator } from '#src/ui/charts/trend-indicator.tsx'

export const aspectTitles: Record<Aspect, MessageDescriptor> = {
  attendance: msg`Посещаемость`,
  homework: msg`Домашние задания`,
  tests: msg`Тесты`,
}

type ProgressTrendProps = {
  aspect: Aspect
  sums: ProgressSums
  /** Omits whether the change is an improvement; the icon shows it. */
  isShort?: boolean
}

/** Compares the last 30 days of an indicator with the time before, never with other children. */
export function ProgressTrend({ aspect, sums, isShort = false }: ProgressTrendProps) {
  const { i18n } = useLingui()
  const trend = trendOf(sums, aspect)
  if (trend === null) {
    return (
      <p className="text-sm text-ink-muted">
        <Trans>Для сравнения пока мало данных</Trans>
      </p>
    )
  }
  const { direction } = trend
  const [recent, before] = [formatPercent(trend.recent, i18n.locale), formatPercent(trend.before, i18n.locale)]
  if (isShort) {
    return (
      <TrendIndicator direction={direction}>
        {direction === 'same' ? (
          <Trans>{recent} за 30 дней, как и раньше</Trans>
        ) : (
          <Trans>
            {recent} за 30 дней, раньше {before}
          </Trans>
        )}
      </TrendIndicator>
    )
  }
  return (
    <TrendIndicator direction={direction}>
      {direction === 'up' && (
        <Trans>
          За 30 дней {recent} — лучше, чем раньше: {before}
        </Trans>
      )}
      {direction === 'down' && (
        <Trans>
          За 30 дней {recent} — хуже, чем раньше: {before}
        </Trans>
      )}
      {direction === 'same' && <Trans>За 30 дней {recent} — как и раньше</Trans>}
    </TrendIndicator>
  )
}
