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

type ProgressTrendProps = { aspect: Aspect; sums: Pick<ProgressSums, 'summary' | 'recent'> }

/** Compares the last 30 days of an indicator with the time before, never with other children. */
export function ProgressTrend({ aspect, sums }: ProgressTrendProps) {
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
  return (
    <TrendIndicator direction={direction}>
      {direction === 'same' ? (
        <Trans>в среднем {recent} за 30 дней, без изменений</Trans>
      ) : (
        <Trans>
          {recent} за 30 дней, раньше {before}
        </Trans>
      )}
    </TrendIndicator>
  )
}
