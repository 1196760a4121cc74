import type { ScheduleFilterKind } from '#contract/enumerations.ts'
import type { ScheduleItem } from '#contract/schedule.ts'

/**
 * The filter kind (S3) that an item falls under: lessons by their format, everything else by its category.
 * Null where category or format are ones that nobody knows: such an item is shown only while no kind is chosen.
 */
export function kindOf({ category, format }: Pick<ScheduleItem, 'category' | 'format'>): ScheduleFilterKind | null {
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

function kindOfLesson(format: ScheduleItem['format']): ScheduleFilterKind | null {
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
