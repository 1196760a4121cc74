import { useLingui } from '@lingui/react/macro'
import { known, lessonStateWords, wordsFor } from '#src/i18n/enumeration-words.ts'
import { Badge } from '#src/ui/badge.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Tone } from '#src/ui/tone.ts'

type Look = { tone: Tone; icon: IconName }

const looks: Record<'moved' | 'cancelled', Look> = {
  moved: { tone: 'warning', icon: 'switch' },
  cancelled: { tone: 'error', icon: 'close' },
}
const unknownLook: Look = { tone: 'neutral', icon: 'info' }

/** What became of an entry; nothing while all goes as planned. */
export function EntryState({ state }: { state: string }) {
  const { i18n } = useLingui()
  if (state === 'planned') return null
  const { tone, icon } = known(looks, state, unknownLook)
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
      {i18n._(wordsFor(lessonStateWords, state))}
    </Badge>
  )
}
