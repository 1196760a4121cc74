import { scoreJournalQuery } from '#src/api/grade-book.ts'
import { MarkDialogRoute } from '#src/routes/-grade-book/grade-book-dialogs.tsx'
import type { SelectedTerm } from '#src/routes/-grade-book/journal.ts'
import { useSettings } from '#src/routes/-grade-book/use-journal.ts'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { SkeletonBlock, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { journalClasses, ScoreTable } from './score-table.tsx'

/** Grade book of an academy: the score journal of one course in a term. */
export function AcademyJournal(opened: SelectedTerm) {
  const { owner, book, term } = opened
  const { search, open } = useScreenSearch('grade-book')
  const settings = useSettings(opened)
  const course = book.courses.find(({ uuid }) => uuid === search.course) ?? book.courses[0]
  if (course === undefined) return null
  const termSearch = { child: owner?.studentUuid, book: book.uuid, term: term.uuid }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only preloads code on hover and focus
    <div onPointerEnter={MarkDialogRoute.prefetch} onFocus={MarkDialogRoute.prefetch}>
      <QueryBoundary
        key={course.uuid}
        query={scoreJournalQuery(owner, book.uuid, { courseUuid: course.uuid, termUuid: term.uuid })}
        skeleton={<JournalSkeleton />}
      >
        {(journal) => (
          <ScoreTable
            opened={opened}
            course={course}
            journal={journal}
            settings={settings}
            onOpen={(mark) => open({ ...termSearch, mark })}
          />
        )}
      </QueryBoundary>
    </div>
  )
}

function JournalSkeleton() {
  return (
    <div className={journalClasses}>
      <div className="xl:order-last">
        <SkeletonBlock size="notice" />
      </div>
      <SkeletonTable rows={8} columns={5} />
    </div>
  )
}
