import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ProgressItem, ProgressSums } from '#contract/learning.ts'
import type { Aspect } from '#src/domain/progress.ts'
import { formatPercent } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ProgressTrend } from '#src/routes/-shell/labels/progress-trend.tsx'
import { TrendChart } from '#src/ui/charts/trend-chart.tsx'
import { chartPoints, chartTicks } from './chart-points.ts'

const charts: Record<Aspect, MessageDescriptor> = {
  attendance: msg`Посещаемость по месяцам`,
  homework: msg`Домашние работы по месяцам`,
  tests: msg`Тесты по дням`,
}

type AspectTrendProps = { aspect: Aspect; sums: ProgressSums; items: readonly ProgressItem[] }

/** Trend of an indicator and its chart over time. */
export function AspectTrend({ aspect, sums, items }: AspectTrendProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const percent = (share: number) => formatPercent(share, i18n.locale)
  const when = aspect === 'tests' ? t`День` : t`Месяц`
  return (
    <>
      <div className="mt-xs mb-base lg:min-h-[40px]">
        <ProgressTrend aspect={aspect} sums={sums} />
      </div>
      <TrendChart
        label={i18n._(charts[aspect])}
        shape={aspect === 'tests' ? 'line' : 'bars'}
        points={chartPoints(sums.months, items, aspect, { dates, locale: i18n.locale })}
        ticks={chartTicks(sums.months, i18n.locale)}
        scale={[percent(1), percent(0.5), percent(0)]}
        table={{ open: <Trans>Показать таблицей</Trans>, columns: [when, t`Итог`] }}
      />
    </>
  )
}
