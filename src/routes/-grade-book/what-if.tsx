import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Weighted } from '#src/school/averages.ts'
import { type Goal, goalsOf, waysTo } from './goals.ts'
import { Imagine } from './imagine.tsx'
import { Imagined } from './imagined.tsx'
import { countedOf, type JournalEntry } from './journal.ts'
import { averageWords } from './numbers.ts'
import type { Settings } from './verdict.ts'

/** What would change the average of marks; of a college it decides nothing, which is said. */
export function WhatIf({ entries, settings }: { entries: readonly JournalEntry[]; settings: Settings | undefined }) {
  const { t, i18n } = useLingui()
  if (settings === undefined) return <DecidedElsewhere />
  const marks = countedOf(entries)
  const goals = goalsOf(marks, settings.scale)
  return (
    <Imagined
      marks={marks}
      meanWords={(mean) => averageWords(mean, i18n)}
      titles={{ heading: <Trans>Представьте оценки</Trans>, now: t`Средний сейчас` }}
      goals={
        settings.scale.kind === 'five' ? (
          goals.map((goal) => <GoalWays key={goal.mark} goal={goal} marks={marks} settings={settings} />)
        ) : (
          <DecidedElsewhere />
        )
      }
    >
      {(add) => <Imagine settings={settings} onAdd={add} />}
    </Imagined>
  )
}

function DecidedElsewhere() {
  return (
    <p className="text-ink-muted">
      <Trans>Здесь прикидывают средний балл, а итог этого предмета решает зачёт или экзамен.</Trans>
    </p>
  )
}

type GoalWaysProps = { goal: Goal; marks: readonly Weighted[]; settings: Settings }

/** How many of the best marks lead to a goal, by kind. */
function GoalWays({ goal, marks, settings }: GoalWaysProps) {
  const { i18n } = useLingui()
  const ways = waysTo(marks, goal, settings)
  return (
    <section>
      <h3 className="text-lg">
        <Trans>
          Что нужно для {goal.mark} (средний от {averageWords(goal.threshold, i18n)})
        </Trans>
      </h3>
      <ul className="mt-xs flex flex-col gap-xxs">
        {ways.map(({ code, title, weight, count }) => (
          <li key={code}>
            <Plural value={count} one="ещё # пятёрка" few="ещё # пятёрки" many="ещё # пятёрок" other="ещё # пятёрки" />:{' '}
            {title.toLocaleLowerCase(i18n.locale)}{' '}
            <span className="text-ink-muted">
              <Trans>(вес {i18n.number(weight)})</Trans>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
