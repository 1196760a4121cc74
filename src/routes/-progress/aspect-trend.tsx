import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ProgressItem, ProgressSums } from '#contract/learning.ts'
import { formatPercent } from '#src/i18n/percent.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { type Aspect, trendOf } from '#src/school/progress.ts'
import { Trend } from '#src/ui/trend.tsx'
import { TrendChart } from '#src/ui/trend-chart.tsx'
import { pointsOf, ticksOf } from './points.ts'

const charts: Record<Aspect, MessageDescriptor> = {
  attendance: msg`Посещаемость по месяцам`,
  homework: msg`Домашние работы по месяцам`,
  tests: msg`Тесты по дням`,
}

type AspectTrendProps = { aspect: Aspect; sums: ProgressSums; items: readonly ProgressItem[] }

/** Where a figure goes against the child’s own past, and how it went over time. */
export function AspectTrend({ aspect, sums, items }: AspectTrendProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const percent = (share: number) => formatPercent(share, i18n.locale)
  const when = aspect === 'tests' ? t`День` : t`Месяц`
  return (
    <>
      <div className="mt-xs mb-base lg:min-h-[40px]">
        <AgainstPast aspect={aspect} sums={sums} />
      </div>
      <TrendChart
        label={i18n._(charts[aspect])}
        shape={aspect === 'tests' ? 'line' : 'bars'}
        points={pointsOf(sums.months, items, aspect, { dates, locale: i18n.locale })}
        ticks={ticksOf(sums.months, i18n.locale)}
        scale={[percent(1), percent(0.5), percent(0)]}
        table={{ open: <Trans>Показать таблицей</Trans>, columns: [when, t`Итог`] }}
      />
    </>
  )
}

/** The last 30 days beside all that was before: never beside other children. */
function AgainstPast({ aspect, sums }: Pick<AspectTrendProps, 'aspect' | 'sums'>) {
  const { i18n } = useLingui()
  const trend = trendOf(sums, aspect)
  if (trend === null) {
    return (
      <p className="text-sm text-ink-muted">
        <Trans>Для сравнения пока мало данных</Trans>
      </p>
    )
  }
  const [recent, before] = [formatPercent(trend.recent, i18n.locale), formatPercent(trend.before, i18n.locale)]
  return (
    <Trend direction={trend.direction}>
      {trend.direction === 'up' && (
        <Trans>
          За 30 дней {recent} — лучше, чем раньше: {before}
        </Trans>
      )}
      {trend.direction === 'down' && (
        <Trans>
          За 30 дней {recent} — хуже, чем раньше: {before}
        </Trans>
      )}
      {trend.direction === 'same' && <Trans>За 30 дней {recent} — как и раньше</Trans>}
    </Trend>
  )
}
