import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ScoreEntry } from '#src/routes/-grade-book/academy/use-score-entries.ts'
import { formatPercentage } from '#src/routes/-grade-book/journal-texts.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { mostCommonMax, scoreGoals, type WeightedScore } from './goals.ts'
import { WhatIf, type WhatIfMark } from './what-if.tsx'

type ScoreWhatIfProps = { scored: readonly WeightedScore[]; lines: readonly ScoreEntry[]; passing: number }

/** What-if calculator of a percentage, with the points missing to the next goals. */
export function ScoreWhatIf({ scored, lines, passing }: ScoreWhatIfProps) {
  const { t, i18n } = useLingui()
  const usual = mostCommonMax(lines)
  const goals = scoreGoals(scored, passing, usual)
  return (
    <WhatIf
      marks={scored}
      formatMean={(mean) => formatPercentage(mean, i18n)}
      titles={{ heading: <Trans>Попробуйте другие баллы</Trans>, now: t`Процент сейчас` }}
      goals={
        scored.length > 0 && (
          <ul className="flex flex-col gap-xxs">
            {goals.map(({ threshold, missing, inNext }) => (
              <li key={threshold}>
                <span className="font-medium">
                  <Trans>До {formatPercentage(threshold, i18n)}</Trans>
                </span>
                :{' '}
                <Plural
                  value={missing}
                  one="ещё # балл без потерь"
                  few="ещё # балла без потерь"
                  many="ещё # баллов без потерь"
                  other="ещё # балла без потерь"
                />
                {inNext !== null && (
                  <span className="text-ink-muted">
                    {', '}
                    <Trans>
                      или не меньше {inNext} из {i18n.number(usual)} за следующую работу
                    </Trans>
                  </span>
                )}
              </li>
            ))}
            {goals.length === 0 && (
              <li>
                <Trans>Выше {formatPercentage(90, i18n)}: все цели уже достигнуты.</Trans>
              </li>
            )}
          </ul>
        )
      }
    >
      {(add) => <WhatIfScoreForm lines={lines} usual={usual} onAdd={add} />}
    </WhatIf>
  )
}

type WhatIfScoreFormProps = { lines: readonly ScoreEntry[]; usual: number; onAdd: (one: WhatIfMark) => void }

function WhatIfScoreForm({ lines, usual, onAdd }: WhatIfScoreFormProps) {
  const { t } = useLingui()
  const [max, setMax] = useState(usual)
  const [score, setScore] = useState(usual)
  const maxima = [...new Set(lines.map((line) => line.max))].filter((one) => one > 0).sort((one, other) => one - other)
  const scores = Array.from({ length: Math.floor(max) + 1 }, (_, index) => Math.floor(max) - index)
  const choose = (chosen: number) => {
    setMax(chosen)
    setScore(Math.min(score, Math.floor(chosen)))
  }
  return (
    <div className="grid items-end gap-sm md:grid-cols-[1fr_1fr_auto]">
      <Field label={t`Максимум`}>
        <Select value={max} onChange={({ target }) => choose(Number(target.value))}>
          {maxima.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </Field>
      <Field label={t`Баллы`}>
        <Select value={score} onChange={({ target }) => setScore(Number(target.value))}>
          {scores.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </Field>
      <Button
        icon={<Icon name="plus" />}
        onClick={() => onAdd({ value: (100 * score) / max, weight: max, label: t`${score} из ${max}` })}
      >
        <Trans>Добавить</Trans>
      </Button>
    </div>
  )
}
