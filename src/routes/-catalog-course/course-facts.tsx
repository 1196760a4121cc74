import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CourseDetails } from '#contract/catalog.ts'
import { GradeRange } from '#src/i18n/grade-range.tsx'
import { labelOf } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { PlacesBadge } from '#src/routes/-shell/labels/places-badge.tsx'
import { Card } from '#src/ui/layout/card.tsx'

export function CourseFacts({ course }: { course: CourseDetails }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { subject, grades, formats, priceFrom, nextStartOn, placesLeft, groups } = course
  const price = formatMoney(priceFrom, i18n.locale)
  return (
    <Card title={t`Курс коротко`}>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(130px,1fr))] gap-x-lg gap-y-base">
        <CourseFact term={t`Предмет`}>{subject}</CourseFact>
        <CourseFact term={t`Для кого`}>
          <GradeRange grades={grades} />
        </CourseFact>
        <CourseFact term={t`Формат`}>
          {formats.map((format) => i18n._(labelOf(lessonFormatLabels, format))).join(', ')}
        </CourseFact>
        <CourseFact term={t`Ближайшее начало`}>
          {nextStartOn === null ? t`Занятия уже идут` : dates.dayWithYear(nextStartOn)}
        </CourseFact>
        {groups.length > 0 && (
          <>
            <CourseFact term={t`Цена`}>
              <Trans>от {price}</Trans>
            </CourseFact>
            <CourseFact term={t`Места`}>
              <PlacesBadge left={placesLeft} />
            </CourseFact>
          </>
        )}
      </dl>
    </Card>
  )
}

function CourseFact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-half text-sm text-ink-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
