import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { meanOf, type Weighted } from '#src/domain/averages.ts'
import { Stat, StatList } from '#src/ui/data/list.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** A hypothetical mark. */
export type WhatIfMark = Weighted & { label: string }

type WhatIfProps = {
  marks: readonly Weighted[]
  formatMean: (mean: number) => string
  titles: { heading: ReactNode; now: string }
  /** Goals to reach. */
  goals: ReactNode
  /** Form that adds a mark. */
  children: (add: (one: WhatIfMark) => void) => ReactNode
}

/** Calculates an average with hypothetical marks, which are not stored. */
export function WhatIf({ marks, formatMean, titles, goals, children }: WhatIfProps) {
  const { t } = useLingui()
  const [whatIfMarks, setWhatIfMarks] = useState<(WhatIfMark & { id: number })[]>([])
  const [now, then] = [meanOf(marks).mean, meanOf([...marks, ...whatIfMarks]).mean]
  const add = (one: WhatIfMark) => setWhatIfMarks([...whatIfMarks, { ...one, id: (whatIfMarks.at(-1)?.id ?? 0) + 1 }])
  return (
    <div className="flex flex-col gap-lg">
      <Notice title={t`Это не настоящие оценки`}>
        <Trans>Всё ниже считается на этом устройстве и нигде не сохраняется.</Trans>
      </Notice>
      {goals}
      <section className="flex flex-col gap-base">
        <h3 className="text-lg">{titles.heading}</h3>
        {children(add)}
        {whatIfMarks.length > 0 && (
          <ul aria-label={t`Пробные оценки`} className="flex flex-wrap gap-xs">
            {whatIfMarks.map(({ id, label }) => (
              <li key={id}>
                <Button
                  size="small"
                  aria-label={t`Убрать ${label}`}
                  icon={<Icon name="close" size={16} />}
                  onClick={() => setWhatIfMarks(whatIfMarks.filter((one) => one.id !== id))}
                >
                  {label}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div aria-live="polite">
          <StatList>
            <Stat label={titles.now} value={now === null ? '—' : formatMean(now)} />
            <Stat label={t`Стал бы`} value={then === null ? '—' : formatMean(then)} />
          </StatList>
        </div>
      </section>
    </div>
  )
}
