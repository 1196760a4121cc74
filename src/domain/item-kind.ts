import type { MessageDescriptor } from '@lingui/core'
import type { LessonFormat, ScheduleFilterKind, ScheduleLayer } from '#contract/enumerations.ts'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import { labelOf, lookUp } from '#src/i18n/labels.ts'
import { firstWeekWebinarLabel, lessonFormatLabels, scheduleCategoryLabels } from '#src/i18n/lesson-labels.ts'
import type { IconName } from '#src/ui/icon.tsx'
import type { Appearance } from '#src/ui/tone.ts'

type Item = Pick<ScheduleItem, 'category' | 'format' | 'isFirstWeek'>

/**
 * The filter kind of an item: lessons by format, others by category. Null for unknown values: such an item is
 * shown only without a filter.
 */
export function itemKindOf({ category, format }: Pick<Item, 'category' | 'format'>): ScheduleFilterKind | null {
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
      return lessonKindOf(format)
    default:
      return null
  }
}

function lessonKindOf(format: Item['format']): ScheduleFilterKind | null {
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

/** The color shows the filter kind, the icon also the lesson format. */
export const itemKindAppearances: Record<ScheduleFilterKind, Appearance> = {
  offline: { tone: 'teal', icon: 'schedule-full-time' },
  online: { tone: 'violet', icon: 'schedule-webinar' },
  'exam-subjects': { tone: 'magenta', icon: 'exam' },
  conversations: { tone: 'cyan', icon: 'conversations' },
  'self-study': { tone: 'slate', icon: 'schedule-self-study' },
  vacations: { tone: 'olive', icon: 'vacation' },
}

const unknownAppearance: Appearance = { tone: 'neutral', icon: 'calendar' }

export function itemAppearance(item: Item): Appearance {
  const kind = itemKindOf(item)
  if (kind === null) return unknownAppearance
  return item.category === 'lessons'
    ? { tone: itemKindAppearances[kind].tone, icon: lessonIcon(item) }
    : itemKindAppearances[kind]
}

function lessonIcon({ format, isFirstWeek }: Item): IconName {
  if (format === 'webinar' && isFirstWeek) return 'schedule-webinar-first-week'
  return lookUp(lessonFormatIcons, format ?? '', unknownAppearance.icon)
}

/** Label: the format of a lesson, the category of anything else. */
export function itemLabel({ category, format, isFirstWeek }: Item): MessageDescriptor {
  if (category !== 'lessons' || format === null) return labelOf(scheduleCategoryLabels, category)
  return format === 'webinar' && isFirstWeek ? firstWeekWebinarLabel : labelOf(lessonFormatLabels, format)
}

/** Items of layers also show the icon everywhere. */
export const layerAppearances = {
  payments: { tone: 'tan', icon: 'wallet' },
  events: { tone: 'rose', icon: 'events' },
} as const satisfies Record<ScheduleLayer, Appearance>

/** Target of a layer item: an event, or an instalment of a contract. */
export type LayerTarget = { layer: ScheduleLayer; id: string; paymentUuid?: string }

/** Null for an entry of the schedule. */
export function parseLayerTarget(key: string): LayerTarget | null {
  const [layer, id, paymentUuid] = key.split(' ')
  if ((layer !== 'payments' && layer !== 'events') || id === undefined) return null
  return { layer, id, ...(paymentUuid !== undefined && { paymentUuid }) }
}

export const lessonFormatIcons: Record<LessonFormat, IconName> = {
  webinar: 'schedule-webinar',
  offline: 'schedule-full-time',
  video: 'schedule-video',
  stream: 'schedule-broadcast',
}
