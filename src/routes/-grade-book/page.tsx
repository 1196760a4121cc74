import { childrenGradeBooksQuery, ownGradeBooksQuery } from '#src/api/grade-book.ts'
import { familyOf } from '#src/api/schedule.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { BookSkeleton } from './book-skeleton.tsx'
import { Books } from './books.tsx'

/** The grade books of the person or of the person’s children (D-8); all that was chosen is in the address (D-18). */
export default function GradeBookPage() {
  const title = useTitle()
  const family = useSessionSelector(({ context }) => familyOf(context.roleGroup))
  return (
    <>
      <PageHeading>{title('grade-book')}</PageHeading>
      {family === 'parent' ? <ChildrensBooks /> : <OwnBooks />}
    </>
  )
}

function ChildrensBooks() {
  return (
    <Loaded query={childrenGradeBooksQuery()} skeleton={<BookSkeleton />}>
      {(shelves) => <Books shelves={shelves} />}
    </Loaded>
  )
}

function OwnBooks() {
  return (
    <Loaded query={ownGradeBooksQuery()} skeleton={<BookSkeleton />}>
      {({ books }) => <Books shelves={[{ student: null, books }]} />}
    </Loaded>
  )
}
