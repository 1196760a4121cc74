import { useLingui } from '@lingui/react/macro'
import type { LessonState } from '#contract/enumerations.ts'
import { known, wordsFor } from '#src/i18n/enumeration-words.ts'
import { lessonStateWords } from '#src/i18n/lesson-words.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Look } from '#src/ui/tone.ts'

const stateLooks: Record<Exclude<LessonState, 'planned'>, Look> = {
  moved: { tone: 'warning', icon: 'switch' },
  cancelled: { tone: 'error', icon: 'close' },
}

/** What became of an entry; nothing while all goes as planned. */
export function EntryState({ state }: { state: string }) {
  const { i18n } = useLingui()
  if (state === 'planned') return null
  const { tone, icon } = known<Look>(stateLooks, state, { tone: 'neutral', icon: 'info' })
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
      {i18n._(wordsFor(lessonStateWords, state))}
    </Badge>
  )
}
