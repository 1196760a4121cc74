import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { meanOf, type Weighted } from '#src/school/averages.ts'
import { Button } from '#src/ui/button.tsx'
import { Figure, Figures } from '#src/ui/figure.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { type Goal, goalsOf, waysTo } from './goals.ts'
import { Imagine } from './imagine.tsx'
import { countedOf, type JournalEntry } from './journal.ts'
import { averageWords } from './numbers.ts'
import type { Settings } from './verdict.ts'

type Imagined = Weighted & { id: number; title: string }

/** What would change the average, reckoned here and kept nowhere. */
export function WhatIf({ entries, settings }: { entries: readonly JournalEntry[]; settings: Settings | undefined }) {
  const { t, i18n } = useLingui()
  const [imagined, setImagined] = useState<Imagined[]>([])
  const marks = countedOf(entries)
  if (settings === undefined || settings.scale.kind !== 'five') {
    return (
      <p className="text-ink-muted">
        <Trans>Здесь прикидывают средний балл, а итог этого предмета решает зачёт или экзамен.</Trans>
      </p>
    )
  }
  const [now, then] = [meanOf(marks).mean, meanOf([...marks, ...imagined]).mean]
  const add = (one: Weighted & { title: string }) =>
    setImagined([...imagined, { ...one, id: (imagined.at(-1)?.id ?? 0) + 1 }])
  return (
    <div className="flex flex-col gap-lg">
      <Notice tone="warning" title={t`Это не настоящие оценки`}>
        <Trans>Всё ниже считается на этом устройстве и нигде не сохраняется.</Trans>
      </Notice>
      {goalsOf(marks, settings.scale).map((goal) => (
        <GoalWays key={goal.mark} goal={goal} marks={marks} settings={settings} />
      ))}
      <section className="flex flex-col gap-base">
        <h3 className="text-lg">
          <Trans>Представьте оценки</Trans>
        </h3>
        <Imagine settings={settings} onAdd={add} />
        {imagined.length > 0 && (
          <ul aria-label={t`Представленные оценки`} className="flex flex-wrap gap-xs">
            {imagined.map(({ id, value, title }) => (
              <li key={id}>
                <Button
                  size="small"
                  aria-label={t`Убрать ${value}, ${title}`}
                  icon={<Icon name="close" size={16} />}
                  onClick={() => setImagined(imagined.filter((one) => one.id !== id))}
                >
                  {value}, {title}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div aria-live="polite">
          <Figures>
            <Figure label={t`Средний сейчас`} value={now === null ? '—' : averageWords(now, i18n)} />
            <Figure label={t`Стал бы`} value={then === null ? '—' : averageWords(then, i18n)} />
          </Figures>
        </div>
      </section>
    </div>
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
