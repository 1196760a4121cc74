import { Trans, useLingui } from '@lingui/react/macro'
import type { CourseDetails } from '#contract/catalog.ts'
import { GradesWords } from '#src/i18n/course-words.tsx'
import { lessonFormatWords, wordsFor } from '#src/i18n/enumeration-words.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { PlacesBadge } from '#src/routes/-frame/places-badge.tsx'
import { Card } from '#src/ui/card.tsx'
import { DescriptionList } from '#src/ui/description-list.tsx'

/** What a course is, and its facts at a glance. */
export function About({ course }: { course: CourseDetails }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { subject, grades, formats, description, priceFrom, nextStartOn, placesLeft, groups } = course
  const price = formatMoney(priceFrom, i18n.locale)
  return (
    <Card title={t`О курсе`}>
      <div className="grid items-start gap-x-xxl gap-y-lg lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <p className="max-w-text whitespace-pre-line">{description}</p>
        <DescriptionList
          entries={[
            { key: 'subject', term: t`Предмет`, value: subject },
            { key: 'grades', term: t`Для кого`, value: <GradesWords grades={grades} /> },
            {
              key: 'formats',
              term: t`Формат`,
              value: formats.map((format) => i18n._(wordsFor(lessonFormatWords, format))).join(', '),
            },
            {
              key: 'start',
              term: t`Ближайшее начало`,
              value: nextStartOn === null ? t`Занятия уже идут` : dates.dayWithYear(nextStartOn),
            },
            ...(groups.length === 0
              ? []
              : [
                  { key: 'price', term: t`Цена`, value: <Trans>от {price}</Trans> },
                  { key: 'places', term: t`Места`, value: <PlacesBadge left={placesLeft} /> },
                ]),
          ]}
        />
      </div>
    </Card>
  )
}
