import type { LessonFormat } from '#contract/enumerations.ts'
import type { IconName } from '#src/ui/icon.tsx'

export const lessonFormatIcons: Record<LessonFormat, IconName> = {
  webinar: 'schedule-webinar',
  offline: 'schedule-full-time',
  video: 'schedule-video',
  stream: 'schedule-broadcast',
}
