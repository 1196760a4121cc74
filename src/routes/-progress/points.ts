import { formatLocale } from '#contract/enumerations.ts'
import type { ProgressItem, ProgressTrend } from '#contract/learning.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { formatPercent } from '#src/i18n/percent.ts'
import { type Aspect, type AxisMonth, axisOf, byMonth, monthWords, placeOf } from '#src/school/progress.ts'
import type { ChartPoint } from '#src/ui/trend-chart.tsx'

type Months = ProgressTrend['months']
type Language = { dates: Dates; locale: string }

/** Tests stand on their days, everything else is summed up by month; all on the same axis of months. */
export function pointsOf(
  months: Months,
  items: readonly ProgressItem[],
  aspect: Aspect,
  language: Language,
): ChartPoint[] {
  const { locale } = language
  if (aspect === 'tests') return testPoints(items, axisOf(months), language)
  return byMonth(months, aspect).map(({ month, at, part: { share } }) => ({
    key: month,
    at,
    value: share,
    name: monthWords(month, locale),
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
          at: placeOf(date, axis),
          value: share,
          name: dates.day(date),
          words: formatPercent(share, locale),
        },
      ]
    })
    .reverse()
}

/** As many names of months as there is room for beside each other. */
export function ticksOf(months: Months, locale: string) {
  const axis = axisOf(months)
  const format = new Intl.DateTimeFormat(formatLocale(locale), { timeZone: 'UTC', month: 'short' })
  const step = Math.ceil(axis.length / 6)
  return axis
    .filter((_, index) => index % step === 0)
    .map(({ month, at }) => ({ key: month, at, name: format.format(new Date(`${month}-01T00:00Z`)) }))
}
