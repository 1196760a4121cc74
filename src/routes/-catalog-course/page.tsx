import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { courseQuery } from '#src/api/catalog.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { QueryState } from '#src/routes/-shell/query/query-boundary.tsx'
import { ButtonLink, ScreenLink } from '#src/routes/-shell/shell/router-link.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { CourseFacts } from './course-facts.tsx'
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
