import type { MessageDescriptor } from '@lingui/core'
import type { LessonFormat, ScheduleFilterKind } from '#contract/enumerations.ts'
import type { ScheduleItem } from '#contract/schedule.ts'
import {
  firstWeekWebinarWords,
  known,
  lessonFormatWords,
  scheduleCategoryWords,
  wordsFor,
} from '#src/i18n/enumeration-words.ts'
import type { IconName } from '#src/ui/icon.tsx'
import type { Tone } from '#src/ui/tone.ts'
import { kindOf } from './kinds.ts'

type Look = { tone: Tone; icon: IconName }
type Looked = Pick<ScheduleItem, 'category' | 'format' | 'isFirstWeek'>

/** Colour says the filter kind; the icon says more: the format of a lesson. */
export const kindLooks: Record<ScheduleFilterKind, Look> = {
  offline: { tone: 'accent', icon: 'schedule-full-time' },
  online: { tone: 'info', icon: 'schedule-webinar' },
  'exam-subjects': { tone: 'error', icon: 'exam' },
  conversations: { tone: 'purple', icon: 'conversations' },
  'self-study': { tone: 'warning', icon: 'schedule-self-study' },
  vacations: { tone: 'success', icon: 'vacation' },
}

const unknownLook: Look = { tone: 'neutral', icon: 'calendar' }

const formatIcons: Record<LessonFormat, IconName> = {
  offline: 'schedule-full-time',
  webinar: 'schedule-webinar',
  video: 'schedule-video',
  stream: 'schedule-broadcast',
}

export function lookOf(item: Looked): Look {
  const kind = kindOf(item)
  if (kind === null) return unknownLook
  return item.category === 'lessons' ? { tone: kindLooks[kind].tone, icon: lessonIcon(item) } : kindLooks[kind]
}

function lessonIcon({ format, isFirstWeek }: Looked): IconName {
  if (format === 'webinar' && isFirstWeek) return 'schedule-webinar-first-week'
  return known(formatIcons, format ?? '', unknownLook.icon)
}

/** What it is in words: the format of a lesson, the category of everything else. */
export function wordsOf({ category, format, isFirstWeek }: Looked): MessageDescriptor {
  if (category !== 'lessons' || format === null) return wordsFor(scheduleCategoryWords, category)
  return format === 'webinar' && isFirstWeek ? firstWeekWebinarWords : wordsFor(lessonFormatWords, format)
}
