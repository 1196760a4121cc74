import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { GradeBook } from '#contract/learning/grade-book.ts'
import type { OwedCourse } from '#src/domain/grade-book-selection.ts'
import { unbrokenReferences } from '#src/domain/unbroken-references.ts'
import { separator } from '#src/i18n/labels.ts'
import { RetakeText } from '#src/routes/-query/labels/retake-text.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'

type FailedCoursesProps = {
  failed: readonly OwedCourse[] | undefined
  /** The open book: what is owed of another year names it. */
  book: Pick<GradeBook, 'uuid'>
}

/** Failed courses of all semesters and years, each with its retake; undefined if they are not known. */
export function FailedCourses({ failed, book }: FailedCoursesProps) {
  const { t } = useLingui()
  const [isOpened, open] = useState(false)
  if (failed === undefined) {
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
        {(isExpanded ? failed : failed.slice(0, 1)).map((owed) => (
          <li key={`${owed.book.uuid} ${owed.course.uuid} ${owed.term.uuid}`}>
            <span>
              <SchoolText>{unbrokenReferences(owed.course.title)}</SchoolText>
              {separator}
              {unbrokenReferences(owed.term.title)}
              {owed.book.uuid !== book.uuid && (
                <>
                  {' '}
                  <Trans>за&nbsp;{owed.book.schoolYear}</Trans>
                </>
              )}
            </span>
            <span className="block text-sm first-letter:uppercase">
              <RetakeText {...owed} />
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
