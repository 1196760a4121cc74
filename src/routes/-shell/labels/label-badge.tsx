import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Badge } from '#src/ui/data/badge.tsx'
import type { Tone } from '#src/ui/tone.ts'

/** Label and tone of a value of an enumeration. */
export type Label = { tone: Tone; words: MessageDescriptor }

/** For values that this release does not know. */
export const unknownLabel: Label = { tone: 'neutral', words: msg`неизвестно` }

export function LabelBadge({ label: { tone, words } }: { label: Label }) {
  const { i18n } = useLingui()
  return <Badge tone={tone}>{i18n._(words)}</Badge>
}
