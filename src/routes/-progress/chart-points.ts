import { formatLocale } from '#contract/enumerations.ts'
import type { ProgressItem, ProgressTrend } from '#contract/learning.ts'
import { type Aspect, type AxisMonth, axisOf, axisPositionOf, monthLabel, sharesByMonth } from '#src/domain/progress.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { formatPercent } from '#src/i18n/numbers.ts'
import type { ChartPoint } from '#src/ui/charts/trend-chart.tsx'

type Months = ProgressTrend['months']
type Language = { dates: Dates; locale: string }

/** Points of a chart: tests by day, other indicators by month, on one time axis. */
export function chartPoints(
  months: Months,
  items: readonly ProgressItem[],
  aspect: Aspect,
  language: Language,
): ChartPoint[] {
  const { locale } = language
  if (aspect === 'tests') return testPoints(items, axisOf(months), language)
  return sharesByMonth(months, aspect).map(({ month, at, part: { share } }) => ({
    key: month,
    at,
    value: share,
    name: monthLabel(month, locale),
    words: formatPercent(share, locale),
  }))
}

function testPoints(
  items: readonly ProgressItem[],
  axis: readonly AxisMonth[],
  { dates, locale }: Language,
): ChartPoint[] {
  return items
    .flatMap(({ uuid, date, test }) => {
      if (test === null || test.score === null || test.max === 0) return []
      const share = test.score / test.max
      return [
        {
          key: uuid,
          at: axisPositionOf(date, axis),
          value: share,
          name: dates.day(date),
          words: formatPercent(share, locale),
        },
      ]
    })
    .reverse()
}

/** Month labels, thinned out to at most six. */
export function chartTicks(months: Months, locale: string) {
  const axis = axisOf(months)
  const format = new Intl.DateTimeFormat(formatLocale(locale), { timeZone: 'UTC', month: 'short' })
  const step = Math.ceil(axis.length / 6)
  return axis
    .filter((_, index) => index % step === 0)
    .map(({ month, at }) => ({ key: month, at, name: format.format(new Date(`${month}-01T00:00Z`)) }))
}
