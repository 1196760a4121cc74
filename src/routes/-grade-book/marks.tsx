import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useDates } from '#src/i18n/use-dates.ts'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { ByWidth } from '#src/ui/by-width.tsx'
import { CourseList } from './course-list.tsx'
import { gridContent } from './grid-content.tsx'
import { keyOf, sheetOf } from './journal.ts'
import { Legend } from './legend.tsx'
import { MarkGrid } from './mark-grid.tsx'
import type { OpenedTerm } from './opened.ts'
import { OpenedCourse } from './opened-course.tsx'
import { OpenedMark } from './opened-mark.tsx'
import { useBare, useJournal, useSettings } from './use-journal.ts'

/**
 * Courses × days with the marks, averages and term marks; on a phone by course. What the list of books has told is
 * drawn at once, and the days come into it.
 */
export function Marks(opened: OpenedTerm) {
  const { t, i18n } = useLingui()
  const { owner, book, term } = opened
  const dates = useDates()
  const settings = useSettings(opened)
  const bare = useBare(opened)
  const { open } = useAddress('grade-book')
  const journal = useJournal(opened)
  const entries = journal.data
  const sheet = useMemo(() => entries && sheetOf(entries), [entries])
  const content = useMemo(
    () => gridContent({ book, term, entries, sheet, settings, bare, dates, i18n }),
    // `dates` change with the language, while `i18n` stays one object.
    [book, term, entries, sheet, settings, bare, dates, i18n],
  )
  const place = { child: owner?.studentUuid, book: book.uuid, term: term.uuid }
  const openCell = (row: number, column: number | null) => {
    const course = book.courses[row]?.uuid
    const entry = column === null || course === undefined ? undefined : sheet?.at(course, column)
    if (entry) open({ ...place, mark: keyOf(entry) })
    else if (column === null) open({ ...place, course })
  }
  const columnCount = content.columnCount
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for intent
    <div onPointerEnter={warmDialogs} onFocus={warmDialogs}>
      <Faces result={journal} skeleton={null}>
        {(all) => all.length === 0 && <NothingYet />}
      </Faces>
      <ByWidth
        from="md"
        narrow={
          <CourseList
            book={book}
            term={term}
            entries={entries}
            settings={settings}
            bare={bare}
            onOpen={(course) => open({ ...place, course })}
          />
        }
        wide={
          <MarkGrid
            caption={t`Оценки: ${term.title}`}
            corner={t`Предмет`}
            rowCount={book.courses.length}
            columnCount={columnCount}
            content={content}
            shown={columnCount - 1}
            busy={entries === undefined}
            onOpen={openCell}
          />
        }
      />
      <Legend />
    </div>
  )
}

function warmDialogs() {
  void OpenedMark.warm()
  void OpenedCourse.warm()
}

function NothingYet() {
  return (
    <p className="mb-base text-ink-muted">
      <Trans>Уроков в этом периоде ещё не было: оценки появятся здесь после первых занятий.</Trans>
    </p>
  )
}
