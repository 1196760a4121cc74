import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Progress } from '#contract/learning.ts'
import { formatPercent, formatScore } from '#src/i18n/percent.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { type Aspect, type Part, partOf, trendOf } from '#src/school/progress.ts'
import { Card } from '#src/ui/card.tsx'
import { Trend } from '#src/ui/trend.tsx'
import { TrendChart } from '#src/ui/trend-chart.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { pointsOf, ticksOf } from './points.ts'

const words: Record<Aspect, { title: MessageDescriptor; chart: MessageDescriptor }> = {
  attendance: { title: msg`Посещаемость`, chart: msg`Посещаемость по месяцам` },
  homework: { title: msg`Домашние работы`, chart: msg`Домашние работы по месяцам` },
  tests: { title: msg`Тесты`, chart: msg`Тесты по дням` },
}

type AspectCardProps = { aspect: Aspect; progress: Progress }

/** A figure, where it goes against the child’s own past, and how it went over time. */
export function AspectCard({ aspect, progress }: AspectCardProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const language = { dates, locale: i18n.locale }
  const part = partOf(progress.summary, aspect)
  const percent = (share: number) => formatPercent(share, i18n.locale)
  const when = aspect === 'tests' ? t`День` : t`Месяц`
  return (
    <Card as="article" title={i18n._(words[aspect].title)} level={3}>
      <p className="text-3xl font-strong tabular-nums">{part === null ? <NothingYet /> : percent(part.share)}</p>
      {part === null ? (
        <p className="text-ink-muted">
          <Trans>Появится после первой оценки</Trans>
        </p>
      ) : (
        <>
          <p className="text-ink-muted tabular-nums">
            <PartWords aspect={aspect} part={part} />
          </p>
          <div className="mt-xs mb-base lg:min-h-[40px]">
            <AgainstPast aspect={aspect} progress={progress} />
          </div>
          <TrendChart
            label={i18n._(words[aspect].chart)}
            shape={aspect === 'tests' ? 'line' : 'bars'}
            points={pointsOf(progress, aspect, language)}
            ticks={ticksOf(progress, i18n.locale)}
            scale={[percent(1), percent(0.5), percent(0)]}
            table={{ open: <Trans>Показать таблицей</Trans>, columns: [when, t`Итог`] }}
          />
        </>
      )}
    </Card>
  )
}

function PartWords({ aspect, part: { done, of } }: { aspect: Aspect; part: Part }) {
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

/** The last 30 days beside all that was before: never beside other children. */
function AgainstPast({ aspect, progress }: AspectCardProps) {
  const { i18n } = useLingui()
  const trend = trendOf(progress, aspect)
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
