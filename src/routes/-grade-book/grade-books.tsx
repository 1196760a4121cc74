import { Trans, useLingui } from '@lingui/react/macro'
import { gradeBookViewOf, type StudentGradeBooks, selectGradeBook } from '#contract/grade-book-selection.ts'
import { coursesWithoutJournalsQuery } from '#src/api/grade-book.ts'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-shell/shell/use-now.ts'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { AcademyJournal } from './academy/academy-journal.tsx'
import { RecordBook } from './college/record-book.tsx'
import { CourseDialogRoute, MarkDialogRoute } from './grade-book-dialogs.tsx'
import { GradeBookSelector } from './grade-book-selector.tsx'
import { ownerOf, type SelectedTerm } from './journal.ts'
import { NewMarks } from './new-marks.tsx'
import { JournalTable } from './school/journal-table.tsx'
import { TotalsTable } from './totals-table.tsx'

/** The selected grade book in its variant (D-16), and the selection of another one. */
export function GradeBooks({ shelves }: { shelves: readonly StudentGradeBooks[] }) {
  const { search } = useScreenSearch('grade-book')
  const { today } = useSchoolNow()
  const opened = selectGradeBook(shelves, search, today)
  const { shelf, book = null, term = null } = opened ?? {}
  return (
    <div className="flex flex-col gap-lg">
      {shelf && <GradeBookSelector shelves={shelves} shelf={shelf} book={book} term={term} />}
      <NewMarks shelves={shelves} />
      {shelf && book && term && book.courses.length > 0 ? (
        <GradeBookContent key={`${book.uuid} ${term.uuid}`} owner={ownerOf(shelf)} book={book} term={term} />
      ) : (
        <NoGradeBook hasPeople={shelf !== undefined} />
      )}
    </div>
  )
}

/** Unknown variants are shown like a school's. */
function GradeBookContent(opened: SelectedTerm) {
  const { search } = useScreenSearch('grade-book')
  const view = gradeBookViewOf(opened.book, search.view)
  return (
    <>
      {view === 'totals' &&
        (opened.book.variant === 'college' ? <RecordBook {...opened} /> : <TotalsTable {...opened} />)}
      {view === 'marks' &&
        (opened.book.variant === 'academy' ? <AcademyJournal {...opened} /> : <JournalTable {...opened} />)}
      <CoursesWithoutJournal {...opened} />
      <MarkDialogRoute {...opened} />
      {!(view === 'marks' && opened.book.variant === 'academy') && <CourseDialogRoute {...opened} />}
    </>
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

/** Courses without a journal, with the reason. */
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
