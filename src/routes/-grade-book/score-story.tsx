import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Tabs } from '#src/ui/tabs.tsx'
import { scoredOf } from './score-goals.ts'
import { ScoreIf } from './score-if.tsx'
import { ScoreSteps } from './score-steps.tsx'
import type { ScoreLine } from './use-score-lines.ts'

type ScoreStoryProps = { lines: readonly ScoreLine[]; passing: number }

/** How the percentage of a course came about, work by work, and what would change it; nothing before the first score. */
export function ScoreStory({ lines, passing }: ScoreStoryProps) {
  const { t } = useLingui()
  const [tab, setTab] = useState<'steps' | 'whatIf'>('steps')
  const scored = scoredOf(lines)
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
        {tab === 'steps' ? <ScoreSteps scored={scored} /> : <ScoreIf scored={scored} lines={lines} passing={passing} />}
      </Tabs>
    </section>
  )
}
