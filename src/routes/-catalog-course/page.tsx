import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CourseDetails } from '#contract/catalog.ts'
import { courseQuery } from '#src/api/catalog.ts'
import { GradeRange } from '#src/i18n/grade-range.tsx'
import { labelOf } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { PlacesBadge } from '#src/routes/-shell/labels/badges.tsx'
import { QueryState } from '#src/routes/-shell/query/query-boundary.tsx'
import { ButtonLink, ScreenLink } from '#src/routes/-shell/shell/router-link.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { CourseGroups } from './course-groups.tsx'

const route = getRouteApi('/catalog/$id/')

export default function CatalogCoursePage() {
  const { id = '' } = route.useParams()
  return <CoursePage id={id} />
}

function CoursePage({ id }: { id: string }) {
  const { t } = useLingui()
  const title = useScreenTitle()
  const result = useQuery(courseQuery(id))
  const { data: course } = result
  const isMissing = course === undefined && result.error?.type === 'not-found'
  return (
    <>
      <PageHeading
        back={
          <ScreenLink to="/catalog">
            <Trans>Все курсы</Trans>
          </ScreenLink>
        }
        lead={course?.description}
      >
        {isMissing ? t`Курс не найден` : (course?.title ?? title('catalog-course'))}
      </PageHeading>
      {isMissing ? (
        <NoSuchCourse />
      ) : (
        <QueryState result={result} skeleton={<CourseSkeleton />}>
          {(found) => (
            <div className="flex flex-col gap-xl">
              <CourseFacts course={found} />
              <CourseGroups course={found} />
            </div>
          )}
        </QueryState>
      )}
    </>
  )
}

function NoSuchCourse() {
  const { t } = useLingui()
  return (
    <EmptyCard
      icon="catalog"
      title={t`Такого курса в каталоге нет`}
      action={
        <ButtonLink to="/catalog" variant="primary">
          <Trans>Посмотреть все курсы</Trans>
        </ButtonLink>
      }
    >
      <Trans>Возможно, ссылка устарела, или набор на курс закончился.</Trans>
    </EmptyCard>
  )
}

function CourseSkeleton() {
  return (
    <div className="flex flex-col gap-xl">
      <SkeletonBlock size="small" />
      <SkeletonLine width="short" height="heading" />
      <div className="grid gap-base md:grid-cols-2 xl:grid-cols-3">
        <SkeletonBlock />
        <SkeletonBlock />
        <SkeletonBlock />
      </div>
    </div>
  )
}

function CourseFacts({ course }: { course: CourseDetails }) {
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
