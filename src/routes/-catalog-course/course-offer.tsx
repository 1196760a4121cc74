import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CourseDetails } from '#contract/enrolment/catalog.ts'
import { GradeRange } from '#src/i18n/grade-range.tsx'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { SchoolText, useSchoolLang } from '#src/routes/-query/labels/school-text.tsx'
import { CoverArt } from '#src/ui/cover-art.tsx'
import { LongText } from '#src/ui/data/long-text.tsx'

/** What the course is, for whom and from when; the groups below have the prices and the buttons. */
export function CourseOffer({ course }: { course: CourseDetails }) {
  const { t } = useLingui()
  const schoolLang = useSchoolLang()
  return (
    <div className="flex items-center gap-base">
      <div className="size-[48px] shrink-0 overflow-clip rounded-lg max-md:hidden">
        <CoverArt seed={course.uuid} category={course.subject} columns={2} rows={2} />
      </div>
      <div className="min-w-0">
        <CourseFacts course={course} />
        <div className="text-ink-muted max-md:mt-xxs">
          <LongText lang={schoolLang(course.description)} moreLabel={t`Показать полностью`}>
            {course.description}
          </LongText>
        </div>
      </div>
    </div>
  )
}

/** «Очно, вебинар». */
function sentenceOf([first = '', ...others]: readonly string[], locale: string): string {
  return [first, ...others.map((word) => word.toLocaleLowerCase(locale))].join(', ')
}

/** Subject, grades, formats and start in one line. */
function CourseFacts({ course }: { course: CourseDetails }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { subject, formats, firstDay } = course
  const start = firstDay && dates.day(firstDay)
  const facts: { term: string; value: ReactNode }[] = [
    { term: t`Предмет`, value: <SchoolText>{subject}</SchoolText> },
    {
      term: t`Для кого`,
      value: (
        <span className="whitespace-nowrap">
          <GradeRange {...course} />
        </span>
      ),
    },
    {
      term: t`Формат`,
      value: sentenceOf(
        formats.map((format) => i18n._(labelOf(lessonFormatLabels, format))),
        i18n.locale,
      ),
    },
    {
      term: t`Начало`,
      value: (
        <span className="whitespace-nowrap">
          {start === null ? <Trans>занятия уже идут</Trans> : <Trans>можно начать {start}</Trans>}
        </span>
      ),
    },
  ]
  return (
    <dl>
      {facts.map(({ term, value }, index) => (
        // The terms are clear without words.
        <div key={term} className="[display:inline]">
          <dt className="sr-only">{term}</dt>
          <dd className="[display:inline]">
            {index > 0 && (
              <span aria-hidden="true" className="text-ink-muted">
                {separator}
              </span>
            )}
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
