import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { CourseDetails } from '#contract/enrolment/catalog.ts'
import { courseQuery } from '#src/api/catalog.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { CatalogHeading } from '#src/routes/-flow/enrolment/catalog-heading.tsx'
import { ComparisonTray } from '#src/routes/-flow/enrolment/comparison-tray.tsx'
import { VisitorInvitation } from '#src/routes/-flow/enrolment/visitor-invitation.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { CourseGroups } from './course-groups.tsx'
import { CourseOffer } from './course-offer.tsx'
import { CourseStudentChoice } from './course-student-choice.tsx'
import { CourseTeachers, CourseTopics } from './course-topics.tsx'

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
      <CatalogHeading
        isCompact
        actions={
          isMissing ? undefined : (
            <Responsive from="md" narrow={<CourseStudentChoice course={id} isCompact />} wide={null} />
          )
        }
      >
        {isMissing ? t`Курс не найден` : course ? <SchoolText>{course.title}</SchoolText> : title('catalog-course')}
      </CatalogHeading>
      {!isMissing && (
        <div className="max-md:hidden">
          <CourseStudentChoice course={id} />
        </div>
      )}
      {isMissing ? (
        <NoSuchCourse />
      ) : (
        <QueryState result={result} skeleton={<CourseSkeleton />}>
          {(found) => <CourseContent course={found} />}
        </QueryState>
      )}
      <ComparisonTray />
    </>
  )
}

function CourseContent({ course }: { course: CourseDetails }) {
  return (
    <div className="flex flex-col gap-md max-md:pt-xs md:gap-lg">
      <CourseOffer course={course} />
      <CourseGroups course={course} />
      <VisitorInvitation />
      <div className="grid items-start gap-xl lg:grid-cols-[minmax(0,1fr)_360px]">
        <CourseTopics course={course} />
        <CourseTeachers course={course} />
      </div>
    </div>
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
    <div className="flex flex-col gap-lg">
      <SkeletonBlock size="small" />
      <SkeletonLine width="short" height="heading" />
      <SkeletonBlock size="large" />
    </div>
  )
}
