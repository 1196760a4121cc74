import { Trans } from '@lingui/react/macro'
import type { OwedCourse } from '#src/domain/grade-book-selection.ts'
import { useDates } from '#src/i18n/use-dates.ts'

/** When a failed exam or credit is retaken and who takes it, or whom to ask for the day: without an examiner the group tutor. */
export function RetakeText({ retakeOn, course: { teacher } }: Pick<OwedCourse, 'retakeOn' | 'course'>) {
  const dates = useDates()
  if (retakeOn === null)
    return teacher === null ? (
      <Trans>день пересдачи спросите у куратора</Trans>
    ) : (
      <Trans>день пересдачи спросите у экзаменатора: {teacher}</Trans>
    )
  const day = dates.day(retakeOn)
  return teacher === null ? (
    <Trans>пересдача {day}, подробности у куратора</Trans>
  ) : (
    <Trans>
      пересдача {day}, экзаменатор {teacher}
    </Trans>
  )
}
