import { Trans, useLingui } from '@lingui/react/macro'
import {
  averagesByCourse,
  type Book,
  type Course,
  type JournalEntry,
  type Term,
} from '#src/routes/-grade-book/journal.ts'
import { describeEntry, formatAverage, noJournalMessage } from '#src/routes/-grade-book/journal-texts.ts'
import type { Settings } from '#src/routes/-grade-book/passing-marks.ts'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { MarkSymbol } from './mark-symbol.tsx'

type CourseListProps = {
  book: Book
  term: Term
  /** Undefined while loading. */
  entries: readonly JournalEntry[] | undefined
  settings: Settings | undefined
  /** Uuids of courses without a journal. */
  bare: ReadonlySet<string>
  onOpen: (courseUuid: string) => void
}

const recentMarkCount = 3

/** Courses with their averages and recent marks; replaces the table on a phone. */
export function CourseList({ book, term, entries, settings, bare, onOpen }: CourseListProps) {
  const { t } = useLingui()
  const means = averagesByCourse(entries ?? [])
  const ofCourse = Map.groupBy(entries ?? [], ({ courseUuid }) => courseUuid)
  return (
    <ul aria-label={t`Предметы`} className="divide-y divide-line-soft rounded-lg border border-line-soft bg-surface">
      {book.courses.map((course) => (
        <li key={course.uuid} className="relative flex flex-col gap-xxs p-base">
          <div className="flex items-baseline gap-sm">
            <button
              type="button"
              onClick={() => onOpen(course.uuid)}
              className="min-w-0 flex-1 text-left font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2"
            >
              {course.title}
            </button>
            <TermMark course={course} term={term} />
          </div>
          <div className="flex min-h-xl items-center justify-between gap-sm">
            <Averages course={course} mean={means.get(course.uuid)} isBare={bare.has(course.uuid)} />
            <RecentMarks isHere={entries !== undefined} entries={ofCourse.get(course.uuid) ?? []} settings={settings} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function TermMark({ course, term }: { course: Course; term: Term }) {
  const mark = course.termMarks.find(({ termUuid }) => termUuid === term.uuid)
  return (
    <span className="flex shrink-0 items-center gap-xs text-ink-muted">
      {mark && (
        <span className="text-lg font-strong text-ink">
          <VisuallyHidden>
            <Trans>Итог периода:</Trans>{' '}
          </VisuallyHidden>
          {mark.value}
        </span>
      )}
      <Icon name="arrow-right" size={16} />
    </span>
  )
}

type AveragesProps = { course: Course; mean: number | undefined; isBare: boolean }

/** The average of the year comes with the book; that of the term needs its marks. */
function Averages({ course, mean, isBare }: AveragesProps) {
  const { i18n } = useLingui()
  const year = formatAverage(course.average, i18n)
  const ofTerm = formatAverage(mean ?? null, i18n)
  if (year === null) {
    return (
      <p className="text-sm text-ink-muted">{isBare ? i18n._(noJournalMessage) : <Trans>оценок пока нет</Trans>}</p>
    )
  }
  return (
    <p className="text-sm text-ink-muted tabular-nums">
      <Trans>
        <VisuallyHidden>Средний: </VisuallyHidden>год {year}, период {ofTerm ?? '—'}
      </Trans>
    </p>
  )
}

type RecentMarksProps = { isHere: boolean; entries: readonly JournalEntry[]; settings: Settings | undefined }

function RecentMarks({ isHere, entries, settings }: RecentMarksProps) {
  const { t, i18n } = useLingui()
  const shown = entries.filter(({ state }) => state === 'marked' || state === 'absent').slice(-recentMarkCount)
  if (!isHere) {
    return (
      <span className="w-xxxl">
        <SkeletonLine />
      </span>
    )
  }
  return (
    shown.length > 0 && (
      <ul aria-label={t`Последние оценки`} className="-mr-xxs flex shrink-0 gap-xxs">
        {shown.map((entry) => (
          <li key={entry.uuid}>
            <MarkSymbol entry={entry} />
            <VisuallyHidden>{describeEntry(entry, settings, i18n)}</VisuallyHidden>
          </li>
        ))}
      </ul>
    )
  )
}
