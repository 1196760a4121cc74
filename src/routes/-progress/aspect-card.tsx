import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatLocale } from '#contract/enumerations.ts'
import type { ProgressItem, ProgressSums, ProgressTotals, ProgressTrend as Trend } from '#contract/learning/progress.ts'
import {
  type Aspect,
  type AspectShare,
  type AxisMonth,
  aspectShareOf,
  axisOf,
  axisPositionOf,
  monthLabel,
  sharesByMonth,
} from '#src/domain/progress.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { formatPercent, formatScore } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { aspectTitles, ProgressTrend } from '#src/routes/-query/labels/progress-trend.tsx'
import { type ChartPoint, TrendChart } from '#src/ui/charts/line-chart.tsx'
import { NoValue } from '#src/ui/data/badge.tsx'
import { Card } from '#src/ui/layout/card.tsx'

type AspectCardProps = {
  aspect: Aspect
  summary: ProgressTotals
  /** Chart over time; shown only if there is a figure. */
  children: ReactNode
}

/** An indicator with its absolute numbers. */
export function AspectCard({ aspect, summary, children }: AspectCardProps) {
  const { t, i18n } = useLingui()
  const part = aspectShareOf(summary, aspect)
  return (
    <Card as="article" title={i18n._(aspectTitles[aspect])} level={3}>
      <p className="text-3xl font-strong tabular-nums">
        {part === null ? <NoValue>{t`пока нет`}</NoValue> : formatPercent(part.share, i18n.locale)}
      </p>
      {part === null ? (
        <p className="text-ink-muted">
          <Trans>Появится после первой оценки</Trans>
        </p>
      ) : (
        <>
          <p className="text-ink-muted tabular-nums">
            <ShareDetails aspect={aspect} part={part} />
          </p>
          {children}
        </>
      )}
    </Card>
  )
}

function ShareDetails({ aspect, part: { done, of } }: { aspect: Aspect; part: AspectShare }) {
  const { i18n } = useLingui()
  const [score, max] = [formatScore(done, i18n.locale), formatScore(of, i18n.locale)]
  if (aspect === 'attendance') {
    return (
      <Trans>
        {done} из <Plural value={of} one="# занятия" few="# занятий" many="# занятий" other="# занятия" />
      </Trans>
    )
  }
  return aspect === 'homework' ? (
    <Trans>
      {score} из {max} баллов за проверенное
    </Trans>
  ) : (
    <Trans>
      {score} из {max} баллов
    </Trans>
  )
}

const charts: Record<Aspect, MessageDescriptor> = {
  attendance: msg`Посещаемость по месяцам`,
  homework: msg`Домашние задания по месяцам`,
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

type Months = Trend['months']
type Language = { dates: Dates; locale: string }

/** Points of a chart: tests by day, other indicators by month, on one time axis. */
function chartPoints(months: Months, items: readonly ProgressItem[], aspect: Aspect, language: Language): ChartPoint[] {
  const { locale } = language
  if (aspect === 'tests') return testPoints(items, axisOf(months), language)
  return sharesByMonth(months, aspect).map(({ month, at, part: { share } }) => ({
    key: month,
    at,
    value: share,
    name: monthLabel(month, locale),
    valueText: formatPercent(share, locale),
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
          valueText: formatPercent(share, locale),
        },
      ]
    })
    .reverse()
}

/** Month labels, thinned out to at most six. */
function chartTicks(months: Months, locale: string) {
  const axis = axisOf(months)
  const format = new Intl.DateTimeFormat(formatLocale(locale), { timeZone: 'UTC', month: 'short' })
  const step = Math.ceil(axis.length / 6)
  return axis
    .filter((_, index) => index % step === 0)
    .map(({ month, at }) => ({ key: month, at, name: format.format(new Date(`${month}-01T00:00Z`)) }))
}
