import { useLingui } from '@lingui/react'
import { Badge } from '#src/ui/data/badge.tsx'
import type { Novelty } from './journal.ts'
import { noveltyMessages } from './journal-texts.ts'

/** A dot for a new mark, a ring for a corrected one; the text is in the name of the cell. */
export function NoveltySign({ novelty }: { novelty: Novelty }) {
  return novelty === 'given' ? (
    <span className="size-xs rounded-full bg-mark-info forced-colors:bg-[CanvasText]" />
  ) : (
    <span className="size-xs rounded-full border-2 border-mark-info bg-surface" />
  )
}

/** The text itself, where a row has the space for it. */
export function NoveltyBadge({ novelty }: { novelty: Novelty | null }) {
  const { i18n } = useLingui()
  return novelty && <Badge tone="info">{i18n._(noveltyMessages[novelty])}</Badge>
}
