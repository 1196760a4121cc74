import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CourseDetails } from '#contract/enrolment/catalog.ts'
import { GradeRange } from '#src/i18n/grade-range.tsx'
import { labelOf } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { PlacesBadge } from '#src/routes/-query/labels/badges.tsx'
import { CoverArt } from '#src/ui/cover-art.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { useStudents, useVisitorKind } from './enrolment-context.ts'
import { MonthlyPrice } from './group-card.tsx'

type CourseOfferProps = {
  course: CourseDetails
  /** Moves to the groups. */
  onShowGroups: () => void
}

/** What the course is, for whom, when and at what price, with the button that begins the enrolment. */
export function CourseOffer({ course, onShowGroups }: CourseOfferProps) {
  const { t } = useLingui()
  return (
    <Card as="section" padding="flush" aria-label={t`Курс коротко`}>
      <div className="flex flex-col lg:flex-row-reverse lg:items-stretch">
        <div className="flex flex-col justify-center gap-xs p-base md:p-lg lg:w-[360px] lg:shrink-0 lg:border-l lg:border-line-soft">
          {course.groups.length > 0 && <CoursePrice course={course} />}
          <EnrolButton course={course} onShowGroups={onShowGroups} />
        </div>
        <div className="flex min-w-0 flex-1 flex-col max-lg:border-t max-lg:border-line-soft">
          <div className="h-[64px] md:h-[160px]">
            <CoverArt seed={course.uuid} category={course.subject} columns={16} rows={4} />
          </div>
          <CourseFacts course={course} />
        </div>
      </div>
    </Card>
  )
}

function CoursePrice({ course: { priceFrom, groups, placesLeft } }: { course: CourseDetails }) {
  const { i18n } = useLingui()
  const price = formatMoney(priceFrom, i18n.locale)
  const cheapest = groups.find((group) => group.price === priceFrom)
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-xs">
        <span className="text-2xl font-strong tabular-nums">
          {groups.every((group) => group.price === priceFrom) ? price : <Trans>от {price}</Trans>}
        </span>
        <PlacesBadge left={placesLeft} waiting={groups.reduce((sum, { waiting }) => sum + waiting, 0)} />
      </p>
      {cheapest && <MonthlyPrice plans={cheapest.plans} />}
    </>
  )
}

function EnrolButton({ course, onShowGroups }: CourseOfferProps) {
  const visitor = useVisitorKind()
  if (course.groups.length === 0 || visitor === 'onlooker') return null
  if (visitor === 'buyer') return <BuyerButton course={course} onShowGroups={onShowGroups} />
  return course.placesLeft > 0 ? (
    <EnrolLink course={course.uuid}>
      {visitor === 'visitor' ? <Trans>Войти и записаться</Trans> : <Trans>Записаться</Trans>}
    </EnrolLink>
  ) : (
    <GroupsButton onShowGroups={onShowGroups} />
  )
}

/** Without a group with a place for the student, the groups say what is possible. */
function BuyerButton({ course, onShowGroups }: CourseOfferProps) {
  const { students, chosen } = useStudents(course.uuid)
  const isOpen = course.groups.some(({ groupUuid, placesLeft }) => {
    const own = chosen?.groups.find((group) => group.groupUuid === groupUuid)
    return placesLeft > 0 && (own?.obstacle ?? null) === null
  })
  const isAllowed = students === undefined || (chosen !== undefined && chosen.obstacle === null)
  if (!isOpen || !isAllowed) return <GroupsButton onShowGroups={onShowGroups} />
  return (
    <EnrolLink course={course.uuid} child={chosen?.studentUuid}>
      <Trans>Записаться</Trans>
    </EnrolLink>
  )
}

function EnrolLink({ course, child, children }: { course: string; child?: string | undefined; children: ReactNode }) {
  return (
    <ButtonLink
      to="/catalog/$id/purchase"
      params={{ id: course }}
      {...(child !== undefined && { search: { child } })}
      preload={false}
      variant="primary"
      wide
    >
      {children}
    </ButtonLink>
  )
}

function GroupsButton({ onShowGroups }: Pick<CourseOfferProps, 'onShowGroups'>) {
  return (
    <Button variant="primary" wide onClick={onShowGroups}>
      <Trans>Посмотреть группы</Trans>
    </Button>
  )
}

function CourseFacts({ course }: { course: CourseDetails }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { subject, grades, formats, nextStartOn } = course
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(130px,1fr))] gap-x-lg gap-y-base p-base md:p-lg">
      <CourseFact term={t`Предмет`}>{subject}</CourseFact>
      <CourseFact term={t`Для кого`}>
        <GradeRange grades={grades} />
      </CourseFact>
      <CourseFact term={t`Формат`}>
        {formats.map((format) => i18n._(labelOf(lessonFormatLabels, format))).join(', ')}
      </CourseFact>
      {nextStartOn === null ? (
        <CourseFact term={t`Занятия`}>
          <Trans>уже идут</Trans>
        </CourseFact>
      ) : (
        <CourseFact term={t`Ближайшее начало`}>{dates.dayWithYear(nextStartOn)}</CourseFact>
      )}
    </dl>
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
