import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { formatLocale } from '#contract/enumerations.ts'
import type { Dates } from '#src/i18n/dates.ts'
import type { GridCell, GridContent } from '#src/ui/grid-content.ts'
import { entryWords, noJournalWords, noLessonWords } from './entry-words.ts'
import { type JournalEntry, meansByCourse, type Sheet } from './journal.ts'
import { MarkSign } from './mark-sign.tsx'
import { averageWords } from './numbers.ts'
import type { Book, Course, Term } from './opened.ts'
import type { Settings } from './verdict.ts'

type Given = {
  book: Book
  term: Term
  /** Undefined while they are on their way: the days are then drawn in outline. */
  entries: readonly JournalEntry[] | undefined
  sheet: Sheet | undefined
  settings: Settings | undefined
  /** Courses without a journal. */
  bare: ReadonlySet<string>
  dates: Dates
  i18n: I18n
}

/** How many days are drawn in outline. */
const outlined = 12

/** The course × date table as the grid draws it. */
export function gridContent(given: Given): GridContent & { columnCount: number } {
  const { book, term, entries, sheet, settings, bare, dates, i18n } = given
  const dayWords = sheet?.columns.map(({ date }) => dates.day(date)) ?? []
  const means = meansByCourse(entries ?? [])
  const courseAt = (row: number) => book.courses[row] as Course
  const said = (title: string, value: string | null, look = ''): GridCell => ({
    name: `${title}: ${value ?? i18n._(msg`нет`)}`,
    content: (
      <span aria-hidden="true" className={value === null ? 'text-ink-disabled' : look}>
        {value ?? '—'}
      </span>
    ),
  })
  const column = (title: string, written: (course: Course) => string | null, look?: string) => ({
    key: title,
    title,
    cell: (row: number) =>
      said(`${courseAt(row).title}, ${title.toLocaleLowerCase(i18n.locale)}`, written(courseAt(row)), look),
  })
  return {
    columnCount: sheet?.columns.length ?? outlined,
    rowKey: (row) => courseAt(row).uuid,
    rowName: (row) => <CourseName course={courseAt(row)} />,
    columnHead: (index) => <DayHead date={sheet?.columns[index]?.date} dates={dates} locale={i18n.locale} />,
    cell: (row, index) => {
      const course = courseAt(row)
      if (sheet === undefined)
        return { name: i18n._(msg`загружается`), content: <Outline isThere={(row + index) % 3 === 0} /> }
      const entry = sheet.at(course.uuid, index)
      const what = entry
        ? entryWords(entry, settings, i18n)
        : i18n._(bare.has(course.uuid) ? noJournalWords : noLessonWords)
      return { name: `${course.title}, ${dayWords[index]}: ${what}`, content: <MarkSign entry={entry} /> }
    },
    last: [
      column(i18n._(msg`Средний за год`), ({ average }) => averageWords(average, i18n)),
      column(i18n._(msg`Средний за период`), ({ uuid }) => averageWords(means.get(uuid) ?? null, i18n), 'font-medium'),
      column(
        i18n._(msg`Итог периода`),
        ({ termMarks }) => termMarks.find(({ termUuid }) => termUuid === term.uuid)?.value ?? null,
        'text-lg font-strong',
      ),
    ],
  }
}

function CourseName({ course }: { course: Course }) {
  return (
    <span className="line-clamp-2 underline decoration-transparent underline-offset-4 group-hover:decoration-line">
      {course.title}
    </span>
  )
}

/** The day of the month over its month. */
function DayHead({ date, dates, locale }: { date: string | undefined; dates: Dates; locale: string }) {
  if (date === undefined) return <Outline isThere />
  return (
    <time dateTime={date} title={dates.weekday(date)} className="flex flex-col items-center">
      <span className="text-base text-ink">{Number(date.slice(8))}</span>
      <span className="text-xs">{monthOf(date, locale)}</span>
    </time>
  )
}

function monthOf(date: string, locale: string): string {
  const format = new Intl.DateTimeFormat(formatLocale(locale), { timeZone: 'UTC', month: 'short' })
  return format
    .format(new Date(`${date}T12:00Z`))
    .replace('.', '')
    .slice(0, 4)
}

function Outline({ isThere }: { isThere: boolean }) {
  return isThere && <span aria-hidden="true" className="size-base animate-breathe rounded bg-grey-4" />
}
