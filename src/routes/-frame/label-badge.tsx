import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Badge } from '#src/ui/badge.tsx'
import type { Tone } from '#src/ui/tone.ts'

/** How a value of an enumeration is named and coloured. */
export type Label = { tone: Tone; words: MessageDescriptor }

/** Of a value that is newer than this page. */
export const unknownLabel: Label = { tone: 'neutral', words: msg`неизвестно` }

export function LabelBadge({ label: { tone, words } }: { label: Label }) {
  const { i18n } = useLingui()
  return <Badge tone={tone}>{i18n._(words)}</Badge>
}
