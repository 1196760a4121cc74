import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ProgressTotals } from '#contract/learning.ts'
import { formatPercent, formatScore } from '#src/i18n/percent.ts'
import { type Aspect, type Part, partOf } from '#src/school/progress.ts'
import { Card } from '#src/ui/card.tsx'
import { NoValue } from '#src/ui/no-value.tsx'

const titles: Record<Aspect, MessageDescriptor> = {
  attendance: msg`Посещаемость`,
  homework: msg`Домашние работы`,
  tests: msg`Тесты`,
}

type AspectCardProps = {
  aspect: Aspect
  summary: ProgressTotals
  /** How it went over time; only where there is a figure. */
  children: ReactNode
}

/** A figure, and of what it is one. */
export function AspectCard({ aspect, summary, children }: AspectCardProps) {
  const { t, i18n } = useLingui()
  const part = partOf(summary, aspect)
  return (
    <Card as="article" title={i18n._(titles[aspect])} level={3}>
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
            <PartWords aspect={aspect} part={part} />
          </p>
          {children}
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
