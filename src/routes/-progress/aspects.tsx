import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { formatLocale } from '#contract/enumerations.ts'
import type { ProgressItem, ProgressSums, ProgressTotals, ProgressTrend as Trend } from '#contract/learning/progress.ts'
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
import { Card } from '#src/ui/layout/card.tsx'

export function hasFigures(summary: ProgressTotals): boolean {
  return aspects.some((aspect) => aspectShareOf(summary, aspect) !== null)
}

/** The indicators that have a figure in one sentence: «Посещено 9 из 10 занятий, домашние задания выполнены на 89 %». */
export function SummarySentence({ summary }: { summary: ProgressTotals }) {
  const parts = aspects.flatMap((aspect) => {
    const part = aspectShareOf(summary, aspect)
    return part === null ? [] : [{ aspect, part }]
  })
  if (parts.length === 0) {
    return (
      <p className="text-ink-muted">
        <Trans>Преподаватель ещё ничего не отметил.</Trans>
      </p>
    )
  }
  return (
    <p className="first-letter:uppercase tabular-nums md:text-lg">
      {parts.map(({ aspect, part }, index) => (
        <Fragment key={aspect}>
          {index > 0 && ', '}
          <SummaryPart aspect={aspect} part={part} />
        </Fragment>
      ))}
      .
    </p>
  )
}

type ShareProps = { aspect: Aspect; part: AspectShare }

function SummaryPart({ aspect, part: { done, of, share } }: ShareProps) {
  const { i18n } = useLingui()
  const percent = formatPercent(share, i18n.locale)
  if (aspect === 'attendance') {
    return (
      <Trans>
        посещено <b>{done}</b> из{' '}
        <Plural value={of} one="# занятия" few="# занятий" many="# занятий" other="# занятия" />
      </Trans>
    )
  }
  return aspect === 'homework' ? (
    <Trans>
      домашние задания выполнены на <b>{percent}</b>
    </Trans>
  ) : (
    <Trans>
      тесты написаны на <b>{percent}</b>
    </Trans>
  )
}

function ShareDetails({ aspect, part: { done, of } }: ShareProps) {
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

type AspectChartsProps = {
  sums: Pick<ProgressSums, 'summary' | 'recent'>
  months: Months
  items: readonly ProgressItem[]
}

/** Each indicator with its figure, its trend and its course over time; those without a figure are left out. */
export function AspectCharts(props: AspectChartsProps) {
  return (
    <Card as="div" padding="flush">
      <div className="grid divide-line-soft max-md:divide-y md:grid-cols-3 md:divide-x">
        {aspects.map((aspect) => {
          const part = aspectShareOf(props.sums.summary, aspect)
          return part !== null && <AspectChart key={aspect} aspect={aspect} part={part} {...props} />
        })}
      </div>
    </Card>
  )
}

function AspectChart({ aspect, part, sums, months, items }: ShareProps & AspectChartsProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const percent = (share: number) => formatPercent(share, i18n.locale)
  const label = i18n._(charts[aspect])
  const title = i18n._(aspectTitles[aspect])
  return (
    <article
      aria-label={title}
      className="grid content-start gap-sm px-base py-sm max-md:grid-cols-[104px_minmax(0,1fr)] md:p-lg"
    >
      <div className="tabular-nums">
        <p className="font-medium max-md:text-sm">{title}</p>
        <p className="text-2xl font-strong md:text-3xl">{percent(part.share)}</p>
        <p className="text-xs text-ink-muted md:text-sm">
          <ShareDetails aspect={aspect} part={part} />
        </p>
        <div className="min-h-[20px] text-sm max-md:hidden">
          <ProgressTrend aspect={aspect} sums={sums} />
        </div>
      </div>
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
