import { Trans, useLingui } from '@lingui/react/macro'
import type { ProgressSums } from '#contract/learning.ts'
import { type Aspect, type AspectShare, aspectShareOf, monthLabel, sharesByMonth } from '#src/domain/progress.ts'
import { formatPercent } from '#src/i18n/numbers.ts'
import { aspectTitles, ProgressTrend } from '#src/routes/-shell/labels/progress-trend.tsx'
import { Sparkline } from '#src/ui/charts/sparkline.tsx'
import { NoValue } from '#src/ui/data/no-value.tsx'

type AspectSummaryProps = { aspect: Aspect; sums: ProgressSums }

/** One indicator over all groups: percentage, monthly sparkline and trend. */
export function AspectSummary({ aspect, sums }: AspectSummaryProps) {
  const { i18n } = useLingui()
  const months = sharesByMonth(sums.months, aspect).map(({ month, at, part: { share } }) => ({
    key: month,
    at,
    value: share,
    words: `${monthLabel(month, i18n.locale)} — ${formatPercent(share, i18n.locale)}`,
  }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-end gap-x-base py-sm first:pt-0">
      <dt className="col-span-2 text-sm text-ink-muted">{i18n._(aspectTitles[aspect])}</dt>
      <dd className="text-2xl font-strong tabular-nums">
        <Percentage part={aspectShareOf(sums.summary, aspect)} />
      </dd>
      <dd>{months.length > 0 && <Sparkline label={months.map(({ words }) => words).join('; ')} points={months} />}</dd>
      <dd className="col-span-2 mt-xxs">
        <ProgressTrend aspect={aspect} sums={sums} isShort />
      </dd>
    </div>
  )
}

/** Percentage; without data a dash with a text for screen readers. */
export function Percentage({ part }: { part: AspectShare | null }) {
  const { i18n } = useLingui()
  if (part !== null) return formatPercent(part.share, i18n.locale)
  return (
    <NoValue>
      <Trans>пока нет</Trans>
    </NoValue>
  )
}
