import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Weighted } from '#src/domain/averages.ts'
import { type JournalEntry, weightedEntries } from '#src/routes/-grade-book/journal.ts'
import { formatAverage } from '#src/routes/-grade-book/journal-texts.ts'
import type { Settings } from '#src/routes/-grade-book/passing-marks.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { bestMark, type Goal, goalRequirements, goalReserves, markGoals, reachedGoal } from './goals.ts'
import { WhatIf, type WhatIfMark } from './what-if.tsx'

/** What-if calculator of an average of marks. In a college the average decides nothing, and a note says so. */
export function MarkWhatIf({
  entries,
  settings,
}: {
  entries: readonly JournalEntry[]
  settings: Settings | undefined
}) {
  const { t, i18n } = useLingui()
  if (settings === undefined) return <NotDecidedByAverage />
  const marks = weightedEntries(entries)
  const goals = markGoals(marks, settings.scale)
  return (
    <WhatIf
      marks={marks}
      formatMean={(mean) => formatAverage(mean, i18n)}
      titles={{ heading: <Trans>Попробуйте другие оценки</Trans>, now: t`Средний сейчас` }}
      goals={
        settings.scale.kind === 'five' ? (
          <>
            <ReachedGoal marks={marks} settings={settings} />
            {goals.map((goal) => (
              <GoalRequirements key={goal.mark} goal={goal} marks={marks} settings={settings} />
            ))}
          </>
        ) : (
          <NotDecidedByAverage />
        )
      }
    >
      {(add) => <WhatIfMarkForm settings={settings} onAdd={add} />}
    </WhatIf>
  )
}

function NotDecidedByAverage() {
  return (
    <p className="text-ink-muted">
      <Trans>Здесь прикидывают средний балл, а итог этого предмета решает зачёт или экзамен.</Trans>
    </p>
  )
}

/** Says that the best mark is reached, and which marks would not change that. */
function ReachedGoal({ marks, settings }: { marks: readonly Weighted[]; settings: Settings }) {
  const { i18n } = useLingui()
  const goal = reachedGoal(marks, settings.scale)
  if (goal === null) return null
  return (
    <section>
      <h3 className="text-lg">
        <Trans>
          {goal.mark} уже выходит (средний от {formatAverage(goal.threshold, i18n)})
        </Trans>
      </h3>
      <p className="mt-xxs text-ink-muted">
        <Trans>Так и останется, если получить не больше чем:</Trans>
      </p>
      <ul className="mt-xs flex flex-col gap-xxs">
        {goalReserves(marks, goal, settings).map(({ code, title, weight, count }) => (
          <li key={code}>
            <Plural
              value={count}
              _0="ни одной четвёрки"
              one="# четвёрку"
              few="# четвёрки"
              many="# четвёрок"
              other="# четвёрки"
            />
            : {title.toLocaleLowerCase(i18n.locale)}{' '}
            <span className="text-ink-muted">
              <Trans>(вес {i18n.number(weight)})</Trans>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type GoalRequirementsProps = { goal: Goal; marks: readonly Weighted[]; settings: Settings }

/** Number of best marks by type that reaches a goal. */
function GoalRequirements({ goal, marks, settings }: GoalRequirementsProps) {
  const { i18n } = useLingui()
  const ways = goalRequirements(marks, goal, settings)
  return (
    <section>
      <h3 className="text-lg">
        <Trans>
          Что нужно для {goal.mark} (средний от {formatAverage(goal.threshold, i18n)})
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

type WhatIfMarkFormProps = { settings: Settings; onAdd: (one: WhatIfMark) => void }

function WhatIfMarkForm({ settings, onAdd }: WhatIfMarkFormProps) {
  const { t } = useLingui()
  const { scale, markTypes } = settings
  const kinds = markTypes.filter(({ weight }) => weight > 0)
  const best = bestMark(scale)
  const values = Array.from({ length: Math.max(0, best - 1) }, (_, index) => best - index)
  const [code, setCode] = useState(kinds[0]?.code ?? '')
  const [value, setValue] = useState(best)
  const kind = kinds.find((one) => one.code === code)
  return (
    <div className="grid items-end gap-sm md:grid-cols-[1fr_120px_auto]">
      <Field label={t`За что`}>
        <Select value={code} onChange={({ target }) => setCode(target.value)}>
          {kinds.map((one) => (
            <option key={one.code} value={one.code}>
              {t`${one.title} (вес ${one.weight})`}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t`Оценка`}>
        <Select value={value} onChange={({ target }) => setValue(Number(target.value))}>
          {values.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </Field>
      <Button
        icon={<Icon name="plus" />}
        onClick={() => kind && onAdd({ value, weight: kind.weight, label: `${value}, ${kind.title.toLowerCase()}` })}
      >
        <Trans>Добавить</Trans>
      </Button>
    </div>
  )
}
