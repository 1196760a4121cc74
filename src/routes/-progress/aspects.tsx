import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatLocale } from '#contract/enumerations.ts'
import type { ProgressItem, ProgressTotals, ProgressTrend as Trend } from '#contract/learning/progress.ts'
import {
  type Aspect,
  type AspectShare,
  type AxisMonth,
  aspectShareOf,
  aspects,
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

type AspectFiguresProps = {
  summary: ProgressTotals
  /** Undefined until loaded. */
  trend: Trend | undefined
}

/** Each indicator: its percentage, absolute numbers and trend; a phone has no room for the trend, which the charts show. */
export function AspectFigures({ summary, trend }: AspectFiguresProps) {
  const { t } = useLingui()
  return (
    <Card as="section" aria-label={t`Итоги`} padding="flush">
      <dl className="grid grid-cols-3 divide-x divide-line-soft">
        {aspects.map((aspect) => (
          <AspectFigure key={aspect} aspect={aspect} summary={summary} trend={trend} />
        ))}
      </dl>
    </Card>
  )
}

/** One line in a third of a phone, so that the figures stand on one line too. */
const shortTitles: Record<Aspect, MessageDescriptor> = {
  attendance: msg`Посещение`,
  homework: msg`Домашние`,
  tests: aspectTitles.tests,
}

function AspectFigure({ aspect, summary, trend }: AspectFiguresProps & { aspect: Aspect }) {
  const { t, i18n } = useLingui()
  const part = aspectShareOf(summary, aspect)
  return (
    <div className="min-w-0 px-xs py-sm md:p-lg">
      <dt className="text-sm md:text-base md:font-medium">
        <span className="md:hidden">{i18n._(shortTitles[aspect])}</span>
        <span className="max-md:hidden">{i18n._(aspectTitles[aspect])}</span>
      </dt>
      <dd className="text-2xl font-strong tabular-nums md:text-3xl">
        {part === null ? <NoValue>{t`пока нет`}</NoValue> : formatPercent(part.share, i18n.locale)}
      </dd>
      <dd className="text-xs text-ink-muted tabular-nums md:text-sm">
        {part === null ? <Trans>Появится после первой оценки</Trans> : <ShareDetails aspect={aspect} part={part} />}
      </dd>
      {part !== null && (
        <dd className="min-h-[20px] text-sm max-md:hidden">
          {trend && <ProgressTrend aspect={aspect} sums={{ summary, ...trend }} />}
        </dd>
      )}
    </div>
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

type AspectChartsProps = { summary: ProgressTotals; months: Months; items: readonly ProgressItem[] }

/** Each indicator over time; those without a figure are left out. */
export function AspectCharts({ summary, months, items }: AspectChartsProps) {
  return (
    <Card as="div" padding="flush">
      <div className="grid divide-line-soft max-md:divide-y md:grid-cols-3 md:divide-x">
        {aspects
          .filter((aspect) => aspectShareOf(summary, aspect) !== null)
          .map((aspect) => (
            <AspectChart key={aspect} aspect={aspect} months={months} items={items} />
          ))}
      </div>
    </Card>
  )
}

function AspectChart({ aspect, months, items }: Omit<AspectChartsProps, 'summary'> & { aspect: Aspect }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const percent = (share: number) => formatPercent(share, i18n.locale)
  const label = i18n._(charts[aspect])
  return (
    <article className="grid content-start gap-sm px-base py-sm max-md:grid-cols-[104px_minmax(0,1fr)] md:p-lg">
      <p aria-hidden="true" className="font-medium max-md:text-sm">
        {i18n._(aspectTitles[aspect])}
      </p>
      <TrendChart
        label={label}
        shape={aspect === 'tests' ? 'line' : 'bars'}
        points={chartPoints(months, items, aspect, { dates, locale: i18n.locale })}
        ticks={chartTicks(months, i18n.locale)}
        scale={[percent(1), percent(0.5), percent(0)]}
        table={{ open: <Trans>Показать таблицей</Trans>, columns: [aspect === 'tests' ? t`День` : t`Месяц`, t`Итог`] }}
      />
    </article>
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
