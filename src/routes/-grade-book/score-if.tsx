import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Select } from '#src/ui/select.tsx'
import { type Imaginary, Imagined } from './imagined.tsx'
import { percentWords } from './numbers.ts'
import { type Scored, scoreGoalsOf, usualMax } from './score-goals.ts'
import type { ScoreLine } from './use-score-lines.ts'

type ScoreIfProps = { scored: readonly Scored[]; lines: readonly ScoreLine[]; passing: number }

/** What would change a percentage: how far it is to what passes and to the next tens, and works that one imagines. */
export function ScoreIf({ scored, lines, passing }: ScoreIfProps) {
  const { t, i18n } = useLingui()
  const usual = usualMax(lines)
  const goals = scoreGoalsOf(scored, passing, usual)
  return (
    <Imagined
      marks={scored}
      meanWords={(mean) => percentWords(mean, i18n)}
      titles={{ heading: <Trans>Представьте работы</Trans>, now: t`Процент сейчас` }}
      goals={
        goals.length > 0 && (
          <ul className="flex flex-col gap-xxs">
            {goals.map(({ threshold, missing, inNext }) => (
              <li key={threshold}>
                <span className="font-medium">
                  <Trans>До {percentWords(threshold, i18n)}</Trans>
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
          </ul>
        )
      }
    >
      {(add) => <ImagineWork lines={lines} usual={usual} onAdd={add} />}
    </Imagined>
  )
}

type ImagineWorkProps = { lines: readonly ScoreLine[]; usual: number; onAdd: (one: Imaginary) => void }

/** A work like those of the journal, with the points that one wishes to reckon with. */
function ImagineWork({ lines, usual, onAdd }: ImagineWorkProps) {
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
