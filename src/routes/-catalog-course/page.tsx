import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createLink, getRouteApi, Link } from '@tanstack/react-router'
import { courseQuery } from '#src/api/catalog.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { SkeletonBlock, SkeletonLine } from '#src/ui/skeleton.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { About } from './about.tsx'
import { Groups } from './groups.tsx'

const route = getRouteApi('/catalog/$id/')
const BackLink = createLink(TextLink)

export default function CatalogCoursePage() {
  const { id = '' } = route.useParams()
  return <CoursePage id={id} />
}

function CoursePage({ id }: { id: string }) {
  const { t } = useLingui()
  const title = useTitle()
  const result = useQuery(courseQuery(id))
  const { data: course } = result
  const isMissing = course === undefined && result.error?.type === 'not-found'
  return (
    <>
      <PageHeading
        back={
          <BackLink to="/catalog">
            <Trans>Все курсы</Trans>
          </BackLink>
        }
        lead={course?.description}
      >
        {isMissing ? t`Курс не найден` : (course?.title ?? title('catalog-course'))}
      </PageHeading>
      {isMissing ? (
        <NoSuchCourse />
      ) : (
        <Faces result={result} skeleton={<CourseSkeleton />}>
          {(found) => (
            <div className="flex flex-col gap-xl">
              <About course={found} />
              <Groups course={found} />
            </div>
          )}
        </Faces>
      )}
    </>
  )
}

function NoSuchCourse() {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState
        icon="catalog"
        title={t`Такого курса в каталоге нет`}
        action={
          <Link to="/catalog" className={buttonClasses({ variant: 'primary' })}>
            <Trans>Посмотреть все курсы</Trans>
          </Link>
        }
      >
        <Trans>Возможно, ссылка устарела, или набор на курс закончился.</Trans>
      </EmptyState>
    </Card>
  )
}

/** A course in outline: what it is, and its groups below. */
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
