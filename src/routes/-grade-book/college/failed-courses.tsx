import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { optionalQuery } from '#src/api/call-query.ts'
import { gradeBookSettingsQuery } from '#src/api/grade-book.ts'
import { separator } from '#src/i18n/labels.ts'
import type { SelectedTerm } from '#src/routes/-grade-book/journal.ts'
import { type FailedCourse, failedCourses } from '#src/routes/-grade-book/passing-marks.ts'
import { type Journal, useTermsJournal } from '#src/routes/-grade-book/use-journal.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'

/** Failed courses of all semesters. Its height is constant, because it loads after the table below it. */
export function FailedCourses({ failed }: { failed: readonly FailedCourse[] | null | undefined }) {
  const { t } = useLingui()
  const [isOpened, open] = useState(false)
  if (failed === undefined) {
    return (
      <Skeleton label={t`Загружаем…`}>
        <SkeletonBlock size="notice" />
      </Skeleton>
    )
  }
  if (failed === null) {
    return (
      <Notice tone="error" title={t`Академические задолженности неизвестны`}>
        <Trans>Не удалось узнать, всё ли сдано.</Trans>
      </Notice>
    )
  }
  if (failed.length === 0) {
    return (
      <Notice tone="success" title={t`Академических задолженностей нет`}>
        <Trans>Всё, что сдавалось, сдано.</Trans>
      </Notice>
    )
  }
  const isExpanded = isOpened || failed.length === 1
  return (
    <Notice
      tone="error"
      title={t`Академические задолженности: ${failed.length}`}
      action={
        !isExpanded && (
          <Button size="small" onClick={() => open(true)}>
            <Trans>Показать все</Trans>
          </Button>
        )
      }
    >
      <ul>
        {(isExpanded ? failed : failed.slice(0, 1)).map(({ course, term }) => (
          <li key={`${course.uuid} ${term.uuid}`} className={isExpanded ? '' : 'line-clamp-1'}>
            <SchoolText>{course.title}</SchoolText>
            {separator}
            {term.title}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Failed courses of all semesters: undefined while loading, null after a failure. */
export function useFailedCourses(opened: SelectedTerm): {
  failed: readonly FailedCourse[] | null | undefined
  begun: Journal
} {
  const { owner, book } = opened
  const { today } = useSchoolNow()
  const { data: settings, error } = useQuery(optionalQuery(gradeBookSettingsQuery(owner, book.uuid)))
  // Future semesters have no failed courses.
  const begun = useTermsJournal(
    opened,
    book.terms.filter(({ startsOn }) => startsOn <= today),
  )
  if (settings && begun.data) return { failed: failedCourses(book, begun.data, settings.scale), begun }
  return { failed: error || begun.error ? null : undefined, begun }
}
