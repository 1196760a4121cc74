import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Locale } from '#contract/enumerations.ts'
import { quote } from '#contract/plain-text.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ChangeValue, type HistoryStep, historySteps } from '#src/routes/-grade-book/history.tsx'
import { formatChange, formatPercentage } from '#src/routes/-grade-book/journal-texts.ts'
import { type WeightedScore, weightedScores } from '#src/routes/-grade-book/what-if/goals.ts'
import { ScoreWhatIf } from '#src/routes/-grade-book/what-if/score-what-if.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Tabs } from '#src/ui/data/tabs.tsx'
import { ScoreOutOf } from './score-out-of.tsx'
import type { ScoreEntry } from './use-score-entries.ts'

type ScoreAnalysisProps = { lines: readonly ScoreEntry[]; passing: number }

/** History of the percentage and the what-if calculator; hidden before the first score. */
export function ScoreAnalysis({ lines, passing }: ScoreAnalysisProps) {
  const { t } = useLingui()
  const [tab, setTab] = useState<'steps' | 'whatIf'>('steps')
  const scored = weightedScores(lines)
  if (scored.length === 0) return null
  return (
    <section aria-label={t`Процент`} className="border-t border-line-soft px-base py-lg md:px-lg">
      <Tabs
        label={t`Процент`}
        tabs={[
          { key: 'steps', label: t`Как сложился процент` },
          { key: 'whatIf', label: t`Что если…` },
        ]}
        value={tab}
        onChange={setTab}
      >
        {tab === 'steps' ? (
          <PercentageHistory scored={scored} />
        ) : (
          <ScoreWhatIf scored={scored} lines={lines} passing={passing} />
        )}
      </Tabs>
    </section>
  )
}

type Step = HistoryStep<WeightedScore>

/** How each work changed the percentage, the latest work first. */
function PercentageHistory({ scored }: { scored: readonly WeightedScore[] }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const steps = historySteps(scored, 1)
  const columns: Column<Step>[] = [
    {
      key: 'work',
      title: t`Работа`,
      rowHeader: true,
      cell: ({ line }) => (
        <>
          <SchoolText>{line.topic}</SchoolText>
          <time dateTime={line.date} className="block text-sm font-normal text-ink-muted">
            {dates.day(line.date)}
          </time>
        </>
      ),
    },
    {
      key: 'score',
      title: t`Баллы`,
      align: 'end',
      cell: ({ score, weight }) => <ScoreOutOf score={score} max={weight} />,
    },
    { key: 'after', title: t`Процент стал`, align: 'end', cell: ({ after }) => formatPercentage(after, i18n) },
    {
      key: 'change',
      title: t`Изменение`,
      align: 'end',
      cell: (step) => <ChangeValue step={step} format={(change) => <PercentagePoints change={change} />} />,
    },
  ]
  return (
    <div className="flex flex-col gap-base">
      <LatestChange step={steps.at(-1) as Step} />
      <div className="-mx-base md:-mx-lg">
        <Table
          caption={t`Как сложился процент`}
          columns={columns}
          rows={steps.toReversed()}
          rowKey={({ line }) => line.uuid}
        />
      </div>
    </div>
  )
}

function LatestChange({ step: { line, before, after } }: { step: Step }) {
  const { i18n } = useLingui()
  if (before === null) return null
  const [from, to] = [formatPercentage(before, i18n), formatPercentage(after, i18n)]
  const work = quote(line.topic, i18n.locale as Locale)
  return (
    <p>
      {after > before && (
        <Trans>
          Последняя работа, {work}, подняла процент с {from} до {to}.
        </Trans>
      )}
      {after < before && (
        <Trans>
          Последняя работа, {work}, опустила процент с {from} до {to}.
        </Trans>
      )}
      {after === before && (
        <Trans>
          Последняя работа, {work}, процент не изменила: {to}.
        </Trans>
      )}
    </p>
  )
}

function PercentagePoints({ change }: { change: number }) {
  const { i18n } = useLingui()
  const points = formatChange(change, i18n, { maximumFractionDigits: 1 })
  return <Trans>{points}&nbsp;п.&nbsp;п.</Trans>
}
