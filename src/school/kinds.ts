import type { MessageDescriptor } from '@lingui/core'
import type { ScheduleFilterKind, ScheduleLayer } from '#contract/enumerations.ts'
import type { ScheduleItem } from '#contract/schedule.ts'
import { known, wordsFor } from '#src/i18n/enumeration-words.ts'
import { firstWeekWebinarWords, lessonFormatWords, scheduleCategoryWords } from '#src/i18n/lesson-words.ts'
import type { IconName } from '#src/ui/icon.tsx'
import type { Look } from '#src/ui/tone.ts'
import { lessonFormatIcons } from './lesson-formats.ts'

type Item = Pick<ScheduleItem, 'category' | 'format' | 'isFirstWeek'>

/**
 * The filter kind (S3) that an item falls under: lessons by their format, everything else by its category.
 * Null where category or format are ones that nobody knows: such an item is shown only while no kind is chosen.
 */
export function kindOf({ category, format }: Pick<Item, 'category' | 'format'>): ScheduleFilterKind | null {
  switch (category) {
    case 'conversations':
      return 'conversations'
    case 'examSubjects':
      return 'exam-subjects'
    case 'vacations':
      return 'vacations'
    case 'selfStudy':
      return 'self-study'
    case 'lessons':
      return kindOfLesson(format)
    default:
      return null
  }
}

function kindOfLesson(format: Item['format']): ScheduleFilterKind | null {
  switch (format) {
    case 'offline':
      return 'offline'
    case 'webinar':
    case 'video':
    case 'stream':
      return 'online'
    default:
      return null
  }
}

/** Colour says the filter kind; the icon says more: the format of a lesson. */
export const kindLooks: Record<ScheduleFilterKind, Look> = {
  offline: { tone: 'accent', icon: 'schedule-full-time' },
  online: { tone: 'info', icon: 'schedule-webinar' },
  'exam-subjects': { tone: 'error', icon: 'exam' },
  conversations: { tone: 'purple', icon: 'conversations' },
  'self-study': { tone: 'neutral', icon: 'schedule-self-study' },
  vacations: { tone: 'success', icon: 'vacation' },
}

const lookOfUnknown: Look = { tone: 'neutral', icon: 'calendar' }

export function itemLook(item: Item): Look {
  const kind = kindOf(item)
  if (kind === null) return lookOfUnknown
  return item.category === 'lessons' ? { tone: kindLooks[kind].tone, icon: lessonIcon(item) } : kindLooks[kind]
}

function lessonIcon({ format, isFirstWeek }: Item): IconName {
  if (format === 'webinar' && isFirstWeek) return 'schedule-webinar-first-week'
  return known(lessonFormatIcons, format ?? '', lookOfUnknown.icon)
}

/** What it is in words: the format of a lesson, the category of everything else. */
export function itemWords({ category, format, isFirstWeek }: Item): MessageDescriptor {
  if (category !== 'lessons' || format === null) return wordsFor(scheduleCategoryWords, category)
  return format === 'webinar' && isFirstWeek ? firstWeekWebinarWords : wordsFor(lessonFormatWords, format)
}

/** What is laid over the schedule wears its icon everywhere: none of its colours is its own. */
export const layerLooks = {
  payments: { tone: 'warning', icon: 'wallet' },
  events: { tone: 'volcano', icon: 'events' },
} as const satisfies Record<ScheduleLayer, Look>

/** Where an item of a layer leads; null for an entry of the schedule itself. */
export type LayerTarget = { layer: ScheduleLayer; id: string }

export function layerTarget(key: string): LayerTarget | null {
  const [layer, id] = key.split(' ')
  return (layer === 'payments' || layer === 'events') && id !== undefined ? { layer, id } : null
}
