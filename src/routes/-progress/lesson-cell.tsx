import { useLingui } from '@lingui/react/macro'
import type { ProgressItem } from '#contract/learning.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { lessonFormatWords } from '#src/i18n/lesson-words.ts'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-frame/router-link.tsx'

/** Which lesson it was: its day, its topic, which leads to it on the schedule, and what the teacher said of it. */
export function LessonCell({ item: { uuid, date, topic, format, comment } }: { item: ProgressItem }) {
  const { i18n } = useLingui()
  const dates = useDates()
  return (
    <>
      <span className="block text-sm font-normal text-ink-muted">
        {dates.weekday(date)}
        {separator}
        {i18n._(wordsFor(lessonFormatWords, format))}
      </span>
      <ScreenLink to="/schedule" search={{ view: 'week', date, item: uuid }} variant="quiet">
        {topic}
      </ScreenLink>
      {comment && (
        <span className="mt-xxs block border-l-2 border-primary-3 pl-xs text-sm font-normal text-ink">{comment}</span>
      )}
    </>
  )
}
