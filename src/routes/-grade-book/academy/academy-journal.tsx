import { useLingui } from '@lingui/react/macro'
import { scoreJournalQuery } from '#src/api/grade-book.ts'
import { MarkDialogRoute } from '#src/routes/-grade-book/grade-book-dialogs.tsx'
import type { Course, SelectedTerm } from '#src/routes/-grade-book/journal.ts'
import { useSettings } from '#src/routes/-grade-book/use-journal.ts'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { SkeletonLine, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { ScoreTable } from './score-table.tsx'

/** Grade book of an academy: the score journal of one course in a term, and the selection of a course (D-16). */
export function AcademyJournal(opened: SelectedTerm) {
  const { t } = useLingui()
  const { owner, book, term } = opened
  const { search, show, open } = useScreenSearch('grade-book')
  const settings = useSettings(opened)
  const [first] = book.courses
  const course = book.courses.find(({ uuid }) => uuid === search.course) ?? first
  if (course === undefined) return null
  const termSearch = { child: owner?.studentUuid, book: book.uuid, term: term.uuid }
  return (
    <>
      {book.courses.length > 1 && (
        <FilterChips
          legend={t`Курс`}
          legendHidden
          options={book.courses.map(({ uuid, title }) => ({ value: uuid, label: title }))}
          selected={[course.uuid]}
          single
          onChange={([next]) =>
            next !== undefined && show({ ...termSearch, course: next === first?.uuid ? undefined : next })
          }
        />
      )}
      <Card as="section" padding="flush" title={<Heading course={course} />}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only preloads code on hover and focus */}
        <div onPointerEnter={MarkDialogRoute.prefetch} onFocus={MarkDialogRoute.prefetch}>
          <QueryBoundary
            key={course.uuid}
            query={scoreJournalQuery(owner, book.uuid, { courseUuid: course.uuid, termUuid: term.uuid })}
            skeleton={<JournalSkeleton />}
          >
            {(journal) => (
              <ScoreTable
                opened={opened}
                journal={journal}
                settings={settings}
                termMark={course.termMarks.find(({ termUuid }) => termUuid === term.uuid)?.value ?? null}
                onOpen={(mark) => open({ ...termSearch, mark })}
              />
            )}
          </QueryBoundary>
        </div>
      </Card>
    </>
  )
}

function Heading({ course }: { course: Course }) {
  return (
    <>
      {course.title}
      {course.teacher && <span className="block text-sm font-normal text-ink-muted">{course.teacher}</span>}
    </>
  )
}

function JournalSkeleton() {
  return (
    <div className="px-base pb-base md:px-lg">
      <SkeletonLine width="half" height="heading" />
      <SkeletonTable rows={6} columns={5} />
    </div>
  )
}
