import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { childrenGradeBooksQuery, coursesWithoutJournalsQuery, ownGradeBooksQuery } from '#src/api/grade-book.ts'
import { viewerRoleGroupOf } from '#src/api/schedule.ts'
import { gradeBookViewOf, type StudentGradeBooks, selectGradeBook } from '#src/domain/grade-book-selection.ts'
import { schoolTitle } from '#src/i18n/school-titles.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { classNames } from '#src/ui/class-names.ts'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards, SkeletonLine, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { AcademyJournal } from './academy/academy-journal.tsx'
import { RecordBook } from './college/record-book.tsx'
import { CourseDialogRoute, MarkDialogRoute } from './grade-book-dialogs.tsx'
import { GradeBookChildSwitcher, GradeBookSelector } from './grade-book-header.tsx'
import { ownerOf, type SelectedTerm, type Term } from './journal.ts'
import { NewMarksButton } from './new-marks.tsx'
import { JournalTable } from './school/journal-table.tsx'
import { TotalsTable } from './totals-table.tsx'

/** Grade books of the user or of the user's children; the URL holds the selection. */
export default function GradeBookPage() {
  const title = useScreenTitle()
  const roleGroup = useSessionSelector(({ context }) => viewerRoleGroupOf(context.roleGroup))
  return (
    <>
      <PageHeading actions={roleGroup === 'parent' ? <ChildrenActions /> : <OwnActions />}>
        {title('grade-book')}
      </PageHeading>
      {roleGroup === 'parent' ? (
        <>
          <ChildrenSwitcher />
          <ChildrenGradeBooks />
        </>
      ) : (
        <OwnGradeBooks />
      )}
    </>
  )
}

function ChildrenSwitcher() {
  const { search } = useScreenSearch('grade-book')
  const { today } = useSchoolNow()
  const { data, isPending } = useQuery(childrenGradeBooksQuery())
  if (data === undefined && !isPending) return null
  const child = data && selectGradeBook(data, search, today)?.studentBooks.student?.uuid
  return <GradeBookChildSwitcher allBooks={data} child={child} />
}

function ChildrenActions() {
  const { data } = useQuery(childrenGradeBooksQuery())
  return data && <BookActions allBooks={data} />
}

function OwnActions() {
  const { data } = useQuery(ownGradeBooksQuery())
  return data && <BookActions allBooks={[{ student: null, books: data.books }]} />
}

/** New marks of the open child, beside the heading. */
function BookActions({ allBooks }: { allBooks: readonly StudentGradeBooks[] }) {
  const { search } = useScreenSearch('grade-book')
  const { today } = useSchoolNow()
  const { studentBooks } = selectGradeBook(allBooks, search, today) ?? {}
  const student = studentBooks?.student?.uuid
  return studentBooks && <NewMarksButton key={student} allBooks={allBooks} student={student} />
}

function ChildrenGradeBooks() {
  return (
    <QueryBoundary query={childrenGradeBooksQuery()} skeleton={<GradeBookSkeleton />}>
      {(allBooks) => <GradeBooks allBooks={allBooks} />}
    </QueryBoundary>
  )
}

function OwnGradeBooks() {
  return (
    <QueryBoundary query={ownGradeBooksQuery()} skeleton={<GradeBookSkeleton />}>
      {({ books }) => <GradeBooks allBooks={[{ student: null, books }]} />}
    </QueryBoundary>
  )
}

function GradeBookSkeleton() {
  return (
    <>
      <SkeletonLine width="half" height="control" />
      <div className="mt-sm">
        <Responsive from="md" narrow={<SkeletonCards count={5} />} wide={<SkeletonTable rows={10} columns={8} />} />
      </div>
    </>
  )
}

/** The selected grade book in its variant (D-16), and the selection of another one. */
function GradeBooks({ allBooks: stored }: { allBooks: readonly StudentGradeBooks[] }) {
  const allBooks = useTranslatedTerms(stored)
  const { search } = useScreenSearch('grade-book')
  const { today } = useSchoolNow()
  const opened = selectGradeBook(allBooks, search, today)
  const { studentBooks, book = null, term = null } = opened ?? {}
  return (
    // What the page leaves for the marks and their legend in a window of any height.
    <div
      className={classNames(
        'flex flex-col gap-sm',
        allBooks.length > 1
          ? '[--grid-height:calc(100dvh-var(--sticky-top)-236px)]'
          : '[--grid-height:calc(100dvh-var(--sticky-top)-196px)]',
      )}
    >
      {studentBooks && <GradeBookSelector studentBooks={studentBooks} book={book} term={term} />}
      {studentBooks && book && term && book.courses.length > 0 ? (
        <GradeBookContent key={`${book.uuid} ${term.uuid}`} owner={ownerOf(studentBooks)} book={book} term={term} />
      ) : (
        <NoGradeBook hasPeople={studentBooks !== undefined} />
      )}
    </div>
  )
}

function useTranslatedTerms(allBooks: readonly StudentGradeBooks[]): StudentGradeBooks[] {
  const { i18n } = useLingui()
  const { locale } = i18n
  // biome-ignore lint/correctness/useExhaustiveDependencies: `i18n` stays the same object in another language.
  return useMemo(() => {
    const translate = (term: Term) => ({ ...term, title: schoolTitle(term.title, i18n) })
    return allBooks.map(({ student, books }) => ({
      student,
      books: books.map((book) => ({ ...book, terms: book.terms.map(translate) })),
    }))
  }, [allBooks, i18n, locale])
}

/** Unknown variants are shown like a school's. */
function GradeBookContent(opened: SelectedTerm) {
  const { search } = useScreenSearch('grade-book')
  const view = gradeBookViewOf(opened.book, search.view)
  return (
    <div className="flex flex-col gap-lg">
      {view === 'totals' &&
        (opened.book.variant === 'college' ? <RecordBook {...opened} /> : <TotalsTable {...opened} />)}
      {view === 'marks' &&
        (opened.book.variant === 'academy' ? <AcademyJournal {...opened} /> : <JournalTable {...opened} />)}
      <CoursesWithoutJournal {...opened} />
      <MarkDialogRoute {...opened} />
      {!(view === 'marks' && opened.book.variant === 'academy') && <CourseDialogRoute {...opened} />}
    </div>
  )
}

function NoGradeBook({ hasPeople }: { hasPeople: boolean }) {
  return (
    <EmptyCard icon="grade-book" title={<Trans>Журнала пока нет</Trans>}>
      {hasPeople ? (
        <Trans>Он появится здесь с началом учебного года: оценки, средние баллы и итоги.</Trans>
      ) : (
        <Trans>Здесь появятся журналы детей, когда школа свяжет их с вашим профилем.</Trans>
      )}
    </EmptyCard>
  )
}

function CoursesWithoutJournal({ owner, book }: SelectedTerm) {
  const { t } = useLingui()
  return (
    <QueryBoundary query={coursesWithoutJournalsQuery(owner, book.uuid)} skeleton={null}>
      {(courses) =>
        courses.length > 0 && (
          <Card title={t`Предметы без журнала`}>
            <List>
              {courses.map(({ courseUuid, title, reason }) => (
                <ListItem key={courseUuid} title={title} note={reason} />
              ))}
            </List>
          </Card>
        )
      }
    </QueryBoundary>
  )
}
