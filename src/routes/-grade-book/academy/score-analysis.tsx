import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { weightedScores } from '#src/routes/-grade-book/what-if/score-goals.ts'
import { ScoreWhatIf } from '#src/routes/-grade-book/what-if/score-what-if.tsx'
import { Tabs } from '#src/ui/data/tabs.tsx'
import { PercentageHistory } from './percentage-history.tsx'
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
