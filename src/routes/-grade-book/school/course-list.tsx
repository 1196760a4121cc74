import { Trans, useLingui } from '@lingui/react/macro'
import { unbrokenReferences } from '#src/domain/unbroken-references.ts'
import { separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import {
  averagesByCourse,
  type Book,
  type Course,
  type JournalEntry,
  type Term,
} from '#src/routes/-grade-book/journal.ts'
import { describeEntry, formatAverage, monthInLetters } from '#src/routes/-grade-book/journal-texts.ts'
import type { Settings } from '#src/routes/-grade-book/passing-marks.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { MarkSymbol } from './mark-symbol.tsx'

type CourseListProps = {
  book: Book
  term: Term
  /** Undefined while loading. */
  entries: readonly JournalEntry[] | undefined
  settings: Settings | undefined
  /** Why courses have no journal, by their uuid. */
  reasons: ReadonlyMap<string, string>
  onOpen: (courseUuid: string) => void
}

const recentMarkCount = 3

const monthOf = (day: string) => day.slice(0, 7)

/** The latest marks and absences of a course, which its row shows. */
function recentMarks(entries: readonly JournalEntry[]): JournalEntry[] {
  return entries.filter(({ state }) => state === 'marked' || state === 'absent').slice(-recentMarkCount)
}

/** A day of the month that most of the marks have, of two the later one. */
function commonMonth(marks: readonly JournalEntry[]): string | undefined {
  const ofMonth = Map.groupBy(marks, ({ date }) => monthOf(date))
  const [most] = [...ofMonth].sort(
    ([month, own], [other, others]) => others.length - own.length || other.localeCompare(month),
  )
  return most?.[1][0]?.date
}

/** Courses with their averages and recent marks; replaces the table on a phone. */
export function CourseList({ book, term, entries, settings, reasons, onOpen }: CourseListProps) {
  const { t } = useLingui()
  const dates = useDates()
  const means = averagesByCourse(entries ?? [])
  const ofCourse = Map.groupBy(entries ?? [], ({ courseUuid }) => courseUuid)
  const month = commonMonth([...ofCourse.values()].flatMap(recentMarks))
  return (
    <ul aria-label={t`Предметы`} className="divide-y divide-line-soft rounded-lg border border-line-soft bg-surface">
      {book.courses.map((course, index) => (
        <li
          key={course.uuid}
          className="relative flex min-h-[64px] items-center justify-between gap-xs px-base py-xs first:pt-lg"
        >
          {/* Above all dates, which name their month only where it is another one. */}
          {index === 0 && month && (
            <p aria-hidden="true" className="absolute top-xxs right-base text-xs text-ink-muted">
              {dates.monthName(month)}
            </p>
          )}
          <div className="min-w-0">
            <button
              type="button"
              onClick={() => onOpen(course.uuid)}
              className={`${stretchedLink} text-left font-medium`}
            >
              <SchoolText>{course.title}</SchoolText>
            </button>
            <Averages course={course} term={term} mean={means.get(course.uuid)} reason={reasons.get(course.uuid)} />
          </div>
          <RecentMarks
            isHere={entries !== undefined}
            marks={recentMarks(ofCourse.get(course.uuid) ?? [])}
            month={month}
            settings={settings}
          />
        </li>
      ))}
    </ul>
  )
}

type AveragesProps = { course: Course; term: Term; mean: number | undefined; reason: string | undefined }

/** The mark of the term, and the averages: that of the year comes with the book, that of the term needs its marks. */
function Averages({ course, term, mean, reason }: AveragesProps) {
  const { i18n } = useLingui()
  const year = formatAverage(course.average, i18n)
  const ofTerm = formatAverage(mean ?? null, i18n)
  const result = course.termMarks.find(({ termUuid }) => termUuid === term.uuid)?.value
  if (year === null && result === undefined) {
    return (
      <p className="text-sm text-ink-muted">
        {reason === undefined ? <Trans>оценок пока нет</Trans> : <SchoolText>{reason}</SchoolText>}
      </p>
    )
  }
  return (
    <p className="text-sm text-ink-muted tabular-nums">
      {result !== undefined && (
        <span className="font-strong text-ink">
          <Trans>итог {result}</Trans>
          {separator}
        </span>
      )}
      <VisuallyHidden>
        <Trans>Средний балл:</Trans>{' '}
      </VisuallyHidden>
      {unbrokenReferences(term.title)} <span className="text-base font-strong text-ink">{ofTerm ?? '—'}</span>
      {separator}
      <Trans>год {year ?? '—'}</Trans>
    </p>
  )
}

type RecentMarksProps = {
  isHere: boolean
  marks: readonly JournalEntry[]
  /** A day of the month that the heading of the list names. */
  month: string | undefined
  settings: Settings | undefined
}

function RecentMarks({ isHere, marks, month = '', settings }: RecentMarksProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  if (!isHere) {
    return (
      <span className="w-xxxl">
        <SkeletonLine />
      </span>
    )
  }
  return (
    marks.length > 0 && (
      <ul aria-label={t`Последние оценки`} className="-mr-xxs flex shrink-0">
        {marks.map((entry) => {
          const isOfMonth = monthOf(entry.date) === monthOf(month)
          return (
            <li key={entry.uuid} className="flex min-w-[40px] flex-col items-center">
              <MarkSymbol entry={entry} />
              <VisuallyHidden>
                {describeEntry(entry, settings, i18n)}, {dates.day(entry.date)}
              </VisuallyHidden>
              <time
                aria-hidden="true"
                dateTime={entry.date}
                className="px-half text-xs whitespace-nowrap text-ink-muted tabular-nums"
              >
                {Number(entry.date.slice(8))}
                {!isOfMonth && `\u00a0${monthInLetters(entry.date, i18n.locale, 3)}`}
              </time>
            </li>
          )
        })}
      </ul>
    )
  )
}
