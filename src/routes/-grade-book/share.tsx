import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { howManyMore } from '#src/school/averages.ts'
import { Figure } from '#src/ui/figure.tsx'
import { percentWords } from './numbers.ts'
import type { Settings } from './verdict.ts'

/** The percentage, and in words whether it passes; below the threshold, how far it is. */
export function Share({ total, max, settings }: { total: number; max: number; settings: Settings | undefined }) {
  const { t, i18n } = useLingui()
  if (max === 0) return null
  const share = (100 * total) / max
  const passing = settings?.scale.passing
  if (passing === undefined) return <Figure label={t`Процент`} value={percentWords(share, i18n)} />
  const missing = howManyMore([{ value: share, weight: max }], { value: 100, weight: 1 }, passing)
  const threshold = percentWords(passing, i18n)
  return (
    <Figure
      label={t`Процент`}
      value={percentWords(share, i18n)}
      tone={missing === 0 ? 'success' : 'error'}
      note={
        missing === 0 ? (
          <Trans>сдаётся: порог {threshold}</Trans>
        ) : (
          <>
            <Trans>не сдаётся: порог {threshold}</Trans>
            {missing !== null && (
              <>
                {', '}
                <Plural
                  value={missing}
                  one="нужен ещё # балл без потерь"
                  few="нужно ещё # балла без потерь"
                  many="нужно ещё # баллов без потерь"
                  other="нужно ещё # балла без потерь"
                />
              </>
            )}
          </>
        )
      }
    />
  )
}
