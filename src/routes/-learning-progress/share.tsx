import { Trans, useLingui } from '@lingui/react/macro'
import { formatPercent } from '#src/i18n/percent.ts'
import type { Part } from '#src/school/progress.ts'
import { NoValue } from '#src/ui/no-value.tsx'

/** Percent of what could be; where nothing could yet, a dash for the eye and words for the ear. */
export function Share({ part }: { part: Part | null }) {
  const { i18n } = useLingui()
  if (part !== null) return formatPercent(part.share, i18n.locale)
  return (
    <NoValue>
      <Trans>пока нет</Trans>
    </NoValue>
  )
}
