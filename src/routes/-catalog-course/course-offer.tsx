import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CourseDetails } from '#contract/enrolment/catalog.ts'
import { GradeRange } from '#src/i18n/grade-range.tsx'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useVisitorKind } from '#src/routes/-flow/enrolment/enrolment-context.ts'
import { PlacesBadge } from '#src/routes/-query/labels/badges.tsx'
import { PriceNote } from '#src/routes/-query/labels/price-note.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { CoverArt } from '#src/ui/cover-art.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { MonthlyPrice } from './group-row.tsx'

type CourseOfferProps = {
  course: CourseDetails
  /** Moves to the groups. */
  onShowGroups: () => void
}

/** What the course is, for whom, when and at what price, with the button that leads to the groups. */
export function CourseOffer({ course, onShowGroups }: CourseOfferProps) {
  const { t } = useLingui()
  return (
    <Card as="section" padding="flush" aria-label={t`Курс коротко`}>
      <div className="flex flex-col gap-sm p-base md:flex-row md:items-center md:gap-lg md:px-lg">
        <div className="flex min-w-0 flex-1 items-center gap-base">
          <div className="size-[48px] shrink-0 overflow-clip rounded-lg md:size-[72px]">
            <CoverArt seed={course.uuid} category={course.subject} columns={2} rows={2} />
          </div>
          <div className="min-w-0">
            <CourseFacts course={course} />
            <p className="mt-xxs text-ink-muted max-md:hidden">
              <SchoolText>{course.description}</SchoolText>
            </p>
          </div>
        </div>
        <div className="flex justify-between gap-sm max-md:flex-col md:shrink-0 md:items-center md:justify-end md:gap-base">
          {course.groups.length > 0 && <CoursePrice course={course} />}
          <GroupsButton course={course} onShowGroups={onShowGroups} />
        </div>
      </div>
    </Card>
  )
}

function CoursePrice({ course: { priceFrom, groups } }: { course: CourseDetails }) {
  const { i18n } = useLingui()
  const price = formatMoney(priceFrom, i18n.locale)
  const cheapest = groups.find((group) => group.price === priceFrom)
  return (
    <div>
      <p className="text-xl font-strong whitespace-nowrap tabular-nums md:text-2xl">
        {groups.every((group) => group.price === priceFrom) ? price : <Trans>от {price}</Trans>}
      </p>
      {cheapest && <PriceNote group={cheapest} />}
      {cheapest && <MonthlyPrice plans={cheapest.plans} />}
    </div>
  )
}

/** The groups have the buttons that enrol: which group suits is seen there. */
function GroupsButton({ course, onShowGroups }: CourseOfferProps) {
  const visitor = useVisitorKind()
  if (course.groups.length === 0 || visitor === 'onlooker') return null
  return (
    <Button onClick={onShowGroups}>
      <Trans>Выбрать группу</Trans>
    </Button>
  )
}

/** «Очно, вебинар». */
function sentenceOf([first = '', ...others]: readonly string[], locale: string): string {
  return [first, ...others.map((word) => word.toLocaleLowerCase(locale))].join(', ')
}

/** Subject, grades, formats, start and places in one line. */
function CourseFacts({ course }: { course: CourseDetails }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { subject, formats, groups, firstDay, placesLeft } = course
  const start = firstDay && dates.day(firstDay)
  const facts: { term: string; value: ReactNode }[] = [
    { term: t`Предмет`, value: <SchoolText>{subject}</SchoolText> },
    { term: t`Для кого`, value: <GradeRange {...course} /> },
    {
      term: t`Формат`,
      value: sentenceOf(
        formats.map((format) => i18n._(labelOf(lessonFormatLabels, format))),
        i18n.locale,
      ),
    },
    {
      term: t`Начало`,
      value: start === null ? <Trans>занятия уже идут</Trans> : <Trans>можно начать {start}</Trans>,
    },
  ]
  if (groups.length > 0) {
    const waiting = groups.reduce((sum, group) => sum + group.waiting, 0)
    facts.push({ term: t`Места`, value: <PlacesBadge left={placesLeft} waiting={waiting} /> })
  }
  return (
    <dl>
      {facts.map(({ term, value }, index) => (
        // The terms are clear without words.
        <div key={term} className="[display:inline]">
          <dt className="sr-only">{term}</dt>
          <dd className="[display:inline]">
            {value}
            {index < facts.length - 1 && (
              <span aria-hidden="true" className="text-ink-muted">
                {separator}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
