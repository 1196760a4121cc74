import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ProgressSums } from '#contract/learning.ts'
import { formatPercent } from '#src/i18n/percent.ts'
import { type Aspect, byMonth, monthWords, partOf, trendOf } from '#src/school/progress.ts'
import { Sparkline } from '#src/ui/sparkline.tsx'
import { Trend } from '#src/ui/trend.tsx'
import { Share } from './share.tsx'

export const aspectWords: Record<Aspect, MessageDescriptor> = {
  attendance: msg`Посещаемость`,
  homework: msg`Домашние работы`,
  tests: msg`Тесты`,
}

type AspectLineProps = { aspect: Aspect; sums: ProgressSums }

/** A figure over all groups, how it went month by month, and where it goes against the child’s own past. */
export function AspectLine({ aspect, sums }: AspectLineProps) {
  const { i18n } = useLingui()
  const months = byMonth(sums.months, aspect).map(({ month, at, part: { share } }) => ({
    key: month,
    at,
    value: share,
    words: `${monthWords(month, i18n.locale)} — ${formatPercent(share, i18n.locale)}`,
  }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-end gap-x-base py-sm first:pt-0">
      <dt className="col-span-2 text-sm text-ink-muted">{i18n._(aspectWords[aspect])}</dt>
      <dd className="text-2xl font-strong tabular-nums">
        <Share part={partOf(sums.summary, aspect)} />
      </dd>
      <dd>{months.length > 0 && <Sparkline label={months.map(({ words }) => words).join('; ')} points={months} />}</dd>
      <dd className="col-span-2 mt-xxs">
        <Direction aspect={aspect} sums={sums} />
      </dd>
    </div>
  )
}

function Direction({ aspect, sums }: AspectLineProps) {
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
      {trend.direction === 'same' ? (
        <Trans>{recent} за 30 дней, как и раньше</Trans>
      ) : (
        <Trans>
          {recent} за 30 дней, раньше {before}
        </Trans>
      )}
    </Trend>
  )
}
