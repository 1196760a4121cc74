import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ProgressTotals } from '#contract/learning.ts'
import { type Aspect, type AspectShare, aspectShareOf } from '#src/domain/progress.ts'
import { formatPercent, formatScore } from '#src/i18n/numbers.ts'
import { aspectTitles } from '#src/routes/-shell/labels/progress-trend.tsx'
import { NoValue } from '#src/ui/data/no-value.tsx'
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
