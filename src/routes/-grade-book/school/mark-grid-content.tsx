import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { unbrokenHyphens } from '#src/domain/unbroken-references.ts'
import type { Dates } from '#src/i18n/dates.ts'
import {
  averagesByCourse,
  type Book,
  type Course,
  type JournalEntry,
  type JournalGrid,
  type Term,
} from '#src/routes/-grade-book/journal.ts'
import {
  describeEntry,
  formatAverage,
  monthInLetters,
  noJournalMessage,
  noLessonMessage,
} from '#src/routes/-grade-book/journal-texts.ts'
import type { Settings } from '#src/routes/-grade-book/passing-marks.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import type { GridCell, GridContent } from '#src/ui/data/grid-cells.tsx'
import { MarkSymbol } from './mark-symbol.tsx'

type MarkGridInput = {
  book: Book
  term: Term
  /** Undefined while loading; placeholders are shown then. */
  entries: readonly JournalEntry[] | undefined
  lessonGrid: JournalGrid | undefined
  settings: Settings | undefined
  /** Why courses have no journal, by their uuid. */
  reasons: ReadonlyMap<string, string>
  dates: Dates
  i18n: I18n
}

const placeholderColumns = 12

/** Cells of the table of courses and dates. */
export function markGridContent(given: MarkGridInput): GridContent & { columnCount: number } {
  const { book, term, entries, lessonGrid, settings, reasons, dates, i18n } = given
  const dayWords = lessonGrid?.columns.map(({ date }) => dates.day(date)) ?? []
  const means = averagesByCourse(entries ?? [])
  const courseAt = (row: number) => book.courses[row] as Course
  const said = (title: string, value: string | null, className = ''): GridCell => ({
    name: `${title}: ${value ?? i18n._(msg`нет`)}`,
    content: (
      <span aria-hidden="true" className={value === null ? 'text-ink-disabled' : className}>
        {value ?? '—'}
      </span>
    ),
  })
  const column = (title: string, written: (course: Course) => string | null, className?: string) => ({
    key: title,
    title,
    cell: (row: number) =>
      said(`${courseAt(row).title}, ${title.toLocaleLowerCase(i18n.locale)}`, written(courseAt(row)), className),
  })
  return {
    columnCount: lessonGrid?.columns.length ?? placeholderColumns,
    rowKey: (row) => courseAt(row).uuid,
    rowName: (row) => <CourseName title={courseAt(row).title} reason={reasons.get(courseAt(row).uuid)} />,
    columnHead: (index) => <DayHeader date={lessonGrid?.columns[index]?.date} dates={dates} locale={i18n.locale} />,
    cell: (row, index) => {
      const course = courseAt(row)
      if (lessonGrid === undefined)
        return { name: i18n._(msg`загружается`), content: <CellPlaceholder isThere={(row + index) % 3 === 0} /> }
      const entry = lessonGrid.at(course.uuid, index)
      const what = entry
        ? describeEntry(entry, settings, i18n)
        : i18n._(reasons.has(course.uuid) ? noJournalMessage : noLessonMessage)
      return { name: `${course.title}, ${dayWords[index]}: ${what}`, content: <MarkSymbol entry={entry} /> }
    },
    endColumns: [
      column(i18n._(msg`Средний за\u00a0год`), ({ average }) => formatAverage(average, i18n)),
      column(
        i18n._(msg`Средний, ${unbrokenHyphens(term.title)}`),
        ({ uuid }) => formatAverage(means.get(uuid) ?? null, i18n),
        'font-medium',
      ),
      column(
        i18n._(msg`Итог, ${unbrokenHyphens(term.title)}`),
        ({ termMarks }) => termMarks.find(({ termUuid }) => termUuid === term.uuid)?.value ?? null,
        'text-lg font-strong',
      ),
    ],
  }
}

/** A course without a journal says why across its empty cells. */
function CourseName({ title, reason }: { title: string; reason: string | undefined }) {
  return (
    <>
      <span className="line-clamp-2 underline decoration-transparent underline-offset-4 group-hover:decoration-line">
        <SchoolText>{title}</SchoolText>
      </span>{' '}
      {reason !== undefined && (
        <span className="pointer-events-none absolute left-full line-clamp-2 w-[calc(100cqw-var(--sides))] px-sm text-xs font-normal text-ink-muted print:static print:w-auto print:px-0">
          <SchoolText>{reason}</SchoolText>
        </span>
      )}
    </>
  )
}

function DayHeader({ date, dates, locale }: { date: string | undefined; dates: Dates; locale: string }) {
  if (date === undefined) return <CellPlaceholder isThere />
  return (
    <time dateTime={date} title={dates.weekday(date)} className="flex flex-col items-center">
      <span className="text-base text-ink">{Number(date.slice(8))}</span>
      <span className="text-xs">{monthInLetters(date, locale, 4)}</span>
    </time>
  )
}

function CellPlaceholder({ isThere }: { isThere: boolean }) {
  return isThere && <span aria-hidden="true" className="size-base animate-pulse rounded bg-grey-4" />
}
