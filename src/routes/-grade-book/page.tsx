import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { NewMark } from '#contract/learning/unseen.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { childrenGradeBooksQuery, ownGradeBooksQuery } from '#src/api/grade-book.ts'
import { viewerRoleGroupOf } from '#src/api/schedule.ts'
import { newMarksQuery } from '#src/api/unseen.ts'
import {
  gradeBookViewOf,
  type OwedCourse,
  owedCourses,
  type StudentGradeBooks,
  selectGradeBook,
} from '#src/domain/grade-book-selection.ts'
import { schoolTitle } from '#src/i18n/school-titles.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { ClosedChildren } from '#src/routes/-flow/filters/closed-children.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { classNames } from '#src/ui/class-names.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards, SkeletonLine, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { FoldingBar } from '#src/ui/layout/folding-bar.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { AcademyJournal } from './academy/academy-journal.tsx'
import { CourseOverview } from './academy/course-overview.tsx'
import type { OpenedBook } from './book-choices.tsx'
import { RecordBook } from './college/record-book.tsx'
import { GradeBookChildSwitcher } from './grade-book-child-switcher.tsx'
import { CourseDialogRoute, MarkDialogRoute } from './grade-book-dialogs.tsx'
import { GradeBookToolbar, isCourseOpen, PhoneSelection } from './grade-book-toolbar.tsx'
import { ownerOf, type SelectedTerm, type Term } from './journal.ts'
import { NewMarksButton, useNewMarks } from './new-marks.tsx'
import { NewMarksElsewhere } from './new-marks-elsewhere.tsx'
import { JournalTable } from './school/journal-table.tsx'
import { TotalsTable } from './totals-table.tsx'

/** Grade books of the user or of the user's children; the URL holds the selection. */
export default function GradeBookPage() {
  const { t } = useLingui()
  const title = useScreenTitle()
  const isParent = useSessionSelector(({ context }) => viewerRoleGroupOf(context.roleGroup) === 'parent')
  const result = useAllBooks(isParent)
  const allBooks = useTranslatedTerms(result.data)
  const opened = useOpened(allBooks)
  const hasSiblings = (allBooks ?? []).length > 1
  const isCourse = opened ? isCourseOpen(opened) : false
  return (
    <FoldingBar
      bar={
        <>
          {/* With the children in the line of the title, the controls are one row. */}
          <div className="xl:flex xl:gap-base">
            <div className="flex flex-1 items-center justify-between gap-xxs max-md:min-h-[44px] md:items-start md:gap-base">
              <div className="min-w-0 flex-1 xl:flex-none">
                <PageHeading isCompact>
                  <span className="max-md:sr-only">{title('grade-book')}</span>
                  {/* One line beside the buttons: the name on the bottom bar. */}
                  <span aria-hidden="true" className="md:hidden">
                    {t`Оценки`}
                  </span>
                </PageHeading>
              </div>
              {opened && (
                <NewMarksButton
                  key={opened.studentBooks.student?.uuid}
                  allBooks={allBooks ?? []}
                  student={opened.studentBooks.student?.uuid}
                />
              )}
              {opened && (
                <div className="min-w-0 md:hidden">
                  <PhoneSelection {...opened} />
                </div>
              )}
            </div>
            {isParent && (result.data || result.isPending) && (
              // On a phone the row of an open course takes its place.
              <div className={classNames('max-md:-mb-sm max-md:pt-sm xl:pt-xs', isCourse && 'max-md:hidden')}>
                <GradeBookChildSwitcher allBooks={allBooks} child={opened?.studentBooks.student?.uuid} />
              </div>
            )}
          </div>
          {opened && <GradeBookToolbar {...opened} hasSiblings={hasSiblings} />}
        </>
      }
    >
      <ClosedChildren />
      <QueryState
        result={{ ...result, data: opened === undefined ? undefined : allBooks }}
        skeleton={<GradeBookSkeleton />}
      >
        {() => <GradeBooks opened={opened ?? null} hasSiblings={hasSiblings} />}
      </QueryState>
    </FoldingBar>
  )
}

const asBooksOfOne = (own: Omit<StudentGradeBooks, 'student'>): StudentGradeBooks[] => [{ ...own, student: null }]

/** The books of the children, or the user's own. */
function useAllBooks(isParent: boolean) {
  const ofChildren = useQuery({ ...childrenGradeBooksQuery(), enabled: isParent })
  const own = useQuery({ ...ownGradeBooksQuery(), select: asBooksOfOne, enabled: !isParent })
  return isParent ? ofChildren : own
}

/** What the URL selects; null without books, undefined while the term depends on new marks that are loading. */
function useOpened(allBooks: readonly StudentGradeBooks[] | undefined): OpenedBook | null | undefined {
  const { search } = useScreenSearch('grade-book')
  const { today } = useSchoolNow()
  const newAtFirst = useNewAtFirst()
  const opened = allBooks ? selectGradeBook(allBooks, search, today, newAtFirst) : null
  if (opened === null) return null
  const { book } = opened
  if (newAtFirst === undefined && search.term === undefined && book && book.variant !== 'school') return undefined
  return { ...opened, view: book && gradeBookViewOf(book, search), course: search.course }
}

/**
 * The first answer of new marks, none after a failure; undefined while it is loading. The page does not turn to another
 * term while it is read, when its marks are not new any more or others come.
 */
function useNewAtFirst(): readonly NewMark[] | undefined {
  const { isLoading, failureReason } = useQuery(optionalQuery(newMarksQuery()))
  const isAwaited = isLoading && failureReason === null
  const newMarks = useNewMarks()
  const [atFirst, setAtFirst] = useState(isAwaited ? undefined : newMarks)
  if (atFirst === undefined && !isAwaited) setAtFirst(newMarks)
  return atFirst
}

function GradeBookSkeleton() {
  return (
    <>
      <div className="max-md:hidden">
        <SkeletonLine width="half" height="control" />
      </div>
      <div className="mt-sm">
        <Responsive from="md" narrow={<SkeletonCards count={5} />} wide={<SkeletonTable rows={10} columns={8} />} />
      </div>
    </>
  )
}

/** The selected grade book in its variant (D-16). */
function GradeBooks({ opened, hasSiblings }: { opened: OpenedBook | null; hasSiblings: boolean }) {
  const { studentBooks, book = null, term = null } = opened ?? {}
  return (
    // What the page leaves for the marks and their legend in a window of any height.
    <div
      className={classNames(
        'mt-xs md:mt-sm',
        hasSiblings
          ? '[--grid-height:calc(100dvh-var(--sticky-top)-236px)] xl:[--grid-height:calc(100dvh-var(--sticky-top)-196px)]'
          : '[--grid-height:calc(100dvh-var(--sticky-top)-196px)]',
      )}
    >
      {studentBooks && book && term && book.courses.length > 0 ? (
        <>
          <NewMarksElsewhere studentBooks={studentBooks} book={book} term={term} />
          <GradeBookContent
            key={`${book.uuid} ${term.uuid}`}
            owner={ownerOf(studentBooks)}
            book={book}
            term={term}
            failed={studentBooks.retakes && owedCourses(studentBooks.books, studentBooks.retakes)}
          />
        </>
      ) : (
        <NoGradeBook hasPeople={studentBooks !== undefined} />
      )}
    </div>
  )
}

function useTranslatedTerms(allBooks: readonly StudentGradeBooks[] | undefined): StudentGradeBooks[] | undefined {
  const { i18n } = useLingui()
  const { locale } = i18n
  // biome-ignore lint/correctness/useExhaustiveDependencies: `i18n` stays the same object in another language.
  return useMemo(() => {
    const translate = (term: Term) => ({ ...term, title: schoolTitle(term.title, i18n) })
    return allBooks?.map(({ books, ...rest }) => ({
      ...rest,
      books: books.map((book) => ({ ...book, terms: book.terms.map(translate) })),
    }))
  }, [allBooks, i18n, locale])
}

/** Unknown variants are shown like a school's. */
function GradeBookContent({ failed, ...opened }: SelectedTerm & { failed: OwedCourse[] | undefined }) {
  const { search } = useScreenSearch('grade-book')
  const view = gradeBookViewOf(opened.book, search)
  const { variant } = opened.book
  return (
    <div className="flex flex-col gap-lg">
      {variant === 'academy' && (view === 'totals' ? <CourseOverview {...opened} /> : <AcademyJournal {...opened} />)}
      {variant !== 'academy' && view === 'marks' && <JournalTable {...opened} />}
      {variant !== 'academy' &&
        view === 'totals' &&
        (variant === 'college' ? <RecordBook {...opened} failed={failed} /> : <TotalsTable {...opened} />)}
      <MarkDialogRoute {...opened} />
      {variant !== 'academy' && <CourseDialogRoute {...opened} />}
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
