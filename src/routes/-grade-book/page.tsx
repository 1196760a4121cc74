import { childrenGradeBooksQuery, ownGradeBooksQuery } from '#src/api/grade-book.ts'
import { callFamilyOf } from '#src/api/schedule.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { useSessionSelector } from '#src/routes/-shell/account/use-session.ts'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { SkeletonCards, SkeletonLine, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { GradeBooks } from './grade-books.tsx'

/** Grade books of the user or of the user's children (D-8); the URL holds the selection (D-18). */
export default function GradeBookPage() {
  const title = useScreenTitle()
  const family = useSessionSelector(({ context }) => callFamilyOf(context.roleGroup))
  return (
    <>
      <PageHeading>{title('grade-book')}</PageHeading>
      {family === 'parent' ? <ChildrenGradeBooks /> : <OwnGradeBooks />}
    </>
  )
}

function ChildrenGradeBooks() {
  return (
    <QueryBoundary query={childrenGradeBooksQuery()} skeleton={<GradeBookSkeleton />}>
      {(shelves) => <GradeBooks shelves={shelves} />}
    </QueryBoundary>
  )
}

function OwnGradeBooks() {
  return (
    <QueryBoundary query={ownGradeBooksQuery()} skeleton={<GradeBookSkeleton />}>
      {({ books }) => <GradeBooks shelves={[{ student: null, books }]} />}
    </QueryBoundary>
  )
}

function GradeBookSkeleton() {
  return (
    <>
      <SkeletonLine width="short" height="heading" />
      <SkeletonLine width="half" height="control" />
      <div className="mt-lg">
        <Responsive from="md" narrow={<SkeletonCards count={5} />} wide={<SkeletonTable rows={10} columns={8} />} />
      </div>
    </>
  )
}
