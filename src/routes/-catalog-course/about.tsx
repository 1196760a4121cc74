import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CourseDetails } from '#contract/catalog.ts'
import { GradesWords } from '#src/i18n/course-words.tsx'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { lessonFormatWords } from '#src/i18n/lesson-words.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { PlacesBadge } from '#src/routes/-frame/places-badge.tsx'
import { Card } from '#src/ui/card.tsx'

/** The facts of a course at a glance. */
export function About({ course }: { course: CourseDetails }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { subject, grades, formats, priceFrom, nextStartOn, placesLeft, groups } = course
  const price = formatMoney(priceFrom, i18n.locale)
  return (
    <Card title={t`Курс коротко`}>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(130px,1fr))] gap-x-lg gap-y-base">
        <Fact term={t`Предмет`}>{subject}</Fact>
        <Fact term={t`Для кого`}>
          <GradesWords grades={grades} />
        </Fact>
        <Fact term={t`Формат`}>{formats.map((format) => i18n._(wordsFor(lessonFormatWords, format))).join(', ')}</Fact>
        <Fact term={t`Ближайшее начало`}>
          {nextStartOn === null ? t`Занятия уже идут` : dates.dayWithYear(nextStartOn)}
        </Fact>
        {groups.length > 0 && (
          <>
            <Fact term={t`Цена`}>
              <Trans>от {price}</Trans>
            </Fact>
            <Fact term={t`Места`}>
              <PlacesBadge left={placesLeft} />
            </Fact>
          </>
        )}
      </dl>
    </Card>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-half text-sm text-ink-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
