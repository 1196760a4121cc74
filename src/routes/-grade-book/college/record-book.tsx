import { useLingui } from '@lingui/react/macro'
import { CourseDialogRoute, MarkDialogRoute } from '#src/routes/-grade-book/course-dialog-route.tsx'
import { type JournalEntry, journalEntryKey } from '#src/routes/-grade-book/journal.ts'
import { markTypeTitle } from '#src/routes/-grade-book/journal-words.ts'
import { finalMarkTypes } from '#src/routes/-grade-book/passing-marks.ts'
import type { Course, SelectedTerm } from '#src/routes/-grade-book/selected-term.ts'
import { useCoursesWithoutJournal, useJournal, useSettings } from '#src/routes/-grade-book/use-journal.ts'
import { QueryState } from '#src/routes/-shell/query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { CourseResult } from './course-result.tsx'
import { FailedCourses, useFailedCourses } from './failed-courses.tsx'

type RecordRow = {
  course: Course
  value: string | null
  decisive: JournalEntry | undefined
  isDebt: boolean
  isBare: boolean
}

/** A semester of a college: form of assessment, result, retakes and failed courses (D-16). */
export function RecordBook(opened: SelectedTerm) {
  const { t } = useLingui()
  const { owner, book, term } = opened
  const { open } = useScreenSearch('grade-book')
  const settings = useSettings(opened)
  const bare = useCoursesWithoutJournal(opened)
  const journal = useJournal(opened)
  const { debts, begun } = useFailedCourses(opened)
  const place = { child: owner?.studentUuid, book: book.uuid, term: term.uuid }
  const lines = book.courses.map((course): RecordRow => {
    const ofCourse = journal.data?.filter(({ courseUuid }) => courseUuid === course.uuid) ?? []
    return {
      course,
      value: course.termMarks.find(({ termUuid }) => termUuid === term.uuid)?.value ?? null,
      decisive: ofCourse.findLast(({ markType }) => finalMarkTypes.includes(markType)),
      isBare: bare.has(course.uuid),
      isDebt: debts?.some((debt) => debt.course === course && debt.term === term) ?? false,
    }
  })
  const columns: Column<RecordRow>[] = [
    {
      key: 'course',
      title: t`Предмет`,
      rowHeader: true,
      cell: ({ course: { uuid, title, teacher } }) => (
        <>
          <button
            type="button"
            className="rounded-xs text-left underline decoration-line underline-offset-4 hover:decoration-current"
            onClick={() => open({ ...place, course: uuid })}
          >
            {title}
          </button>
          <span className="block min-h-[20px] text-sm font-normal text-ink-muted">{teacher}</span>
        </>
      ),
    },
    {
      key: 'form',
      title: t`Форма`,
      fitContent: true,
      cell: ({ decisive }) => decisive && markTypeTitle(decisive.markType, settings),
    },
    {
      key: 'result',
      title: t`Результат`,
      align: 'end',
      cell: (line) => (
        <CourseResult
          {...line}
          owner={owner}
          onOpen={line.decisive && (() => open({ ...place, mark: line.decisive && journalEntryKey(line.decisive) }))}
        />
      ),
    },
    {
      key: 'final',
      title: t`Итог года`,
      align: 'end',
      cell: ({ course }) => course.finalMark && <span className="font-strong">{course.finalMark}</span>,
    },
  ]
  return (
    <>
      <FailedCourses debts={debts} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only preloads code on hover and focus */}
      <div onPointerEnter={preloadDialogs} onFocus={preloadDialogs}>
        <Card padding="flush" title={term.title}>
          <QueryState result={journal.error ? journal : begun} skeleton={null}>
            {() => null}
          </QueryState>
          <Table
            caption={t`Зачётная книжка: ${term.title}`}
            captionHidden
            columns={columns}
            rows={lines}
            rowKey={({ course }) => course.uuid}
          />
        </Card>
      </div>
    </>
  )
}

function preloadDialogs() {
  void MarkDialogRoute.prefetch()
  void CourseDialogRoute.prefetch()
}
