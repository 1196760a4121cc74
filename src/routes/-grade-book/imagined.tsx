import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { meanOf, type Weighted } from '#src/school/averages.ts'
import { Button } from '#src/ui/button.tsx'
import { Figure, Figures } from '#src/ui/figure.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Notice } from '#src/ui/notice.tsx'

/** A mark that nobody has given; `label` says it in words. */
export type Imaginary = Weighted & { label: string }

type ImaginedProps = {
  marks: readonly Weighted[]
  meanWords: (mean: number) => string
  titles: { heading: ReactNode; now: string }
  /** What one may aim at. */
  goals: ReactNode
  /** Where a mark is imagined. */
  children: (add: (one: Imaginary) => void) => ReactNode
}

/** What would change the average: marks that somebody imagines, reckoned here and kept nowhere. */
export function Imagined({ marks, meanWords, titles, goals, children }: ImaginedProps) {
  const { t } = useLingui()
  const [imagined, setImagined] = useState<(Imaginary & { id: number })[]>([])
  const [now, then] = [meanOf(marks).mean, meanOf([...marks, ...imagined]).mean]
  const add = (one: Imaginary) => setImagined([...imagined, { ...one, id: (imagined.at(-1)?.id ?? 0) + 1 }])
  return (
    <div className="flex flex-col gap-lg">
      <Notice tone="warning" title={t`Это не настоящие оценки`}>
        <Trans>Всё ниже считается на этом устройстве и нигде не сохраняется.</Trans>
      </Notice>
      {goals}
      <section className="flex flex-col gap-base">
        <h3 className="text-lg">{titles.heading}</h3>
        {children(add)}
        {imagined.length > 0 && (
          <ul aria-label={t`Представленные оценки`} className="flex flex-wrap gap-xs">
            {imagined.map(({ id, label }) => (
              <li key={id}>
                <Button
                  size="small"
                  aria-label={t`Убрать ${label}`}
                  icon={<Icon name="close" size={16} />}
                  onClick={() => setImagined(imagined.filter((one) => one.id !== id))}
                >
                  {label}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div aria-live="polite">
          <Figures>
            <Figure label={titles.now} value={now === null ? '—' : meanWords(now)} />
            <Figure label={t`Стал бы`} value={then === null ? '—' : meanWords(then)} />
          </Figures>
        </div>
      </section>
    </div>
  )
}
