import type { GradeBook, JournalDay, Mark } from '#contract/learning/grade-book.ts'
import type { BookOwner } from '#src/api/grade-book.ts'
import { meanOf, type Weighted } from '#src/domain/averages.ts'
import type { StudentGradeBooks } from '#src/domain/grade-book-selection.ts'

/** State of a day in a journal. */
export type DayState = 'marked' | 'absent' | 'not-given' | 'not-held'

/** How a mark is new to the user: given or corrected since the last visit. */
export type Novelty = 'given' | 'corrected'

/** A journal day with its mark; `novelty` is null for marks that the user has seen. */
export type JournalEntry = JournalDay & { state: DayState; mark: Mark | null; novelty: Novelty | null }

/** Joins days and marks, sorted by date. */
export function journalEntries(
  days: readonly JournalDay[],
  marks: readonly Mark[],
  newUuids: ReadonlySet<string> = new Set(),
): JournalEntry[] {
  const byUuid = new Map(marks.map((mark) => [mark.uuid, mark]))
  return days
    .map((day) => {
      const mark = day.markUuid === null ? null : (byUuid.get(day.markUuid) ?? null)
      return { ...day, mark, state: dayState(day), novelty: noveltyOf(day, newUuids) }
    })
    .sort((one, other) => (one.date === other.date ? 0 : one.date < other.date ? -1 : 1))
}

/** A mark with earlier values has been corrected. */
export function noveltyOf(
  { markUuid, earlier }: Pick<JournalDay, 'markUuid' | 'earlier'>,
  newUuids: ReadonlySet<string>,
): Novelty | null {
  if (markUuid === null || !newUuids.has(markUuid)) return null
  return earlier.length > 0 ? 'corrected' : 'given'
}

function dayState({ held, absent, markUuid }: JournalDay): DayState {
  if (!held) return 'not-held'
  if (absent) return 'absent'
  return markUuid === null ? 'not-given' : 'marked'
}

/** Key of an entry in the URL: uuid of the mark, or of the day without a mark. */
export function journalEntryKey({ markUuid, uuid }: Pick<JournalDay, 'markUuid' | 'uuid'>): string {
  return markUuid ?? uuid
}

/** An entry that counts towards an average. */
export type WeightedEntry = Weighted & { entry: JournalEntry }

export function weightedEntries(entries: readonly JournalEntry[]): WeightedEntry[] {
  return entries.flatMap((entry) => {
    const { mark, state } = entry
    const value = mark && markToNumber(mark.value)
    return state !== 'marked' || !mark || value === null || mark.weight <= 0
      ? []
      : [{ entry, value: value as number, weight: mark.weight }]
  })
}

export function averagesByCourse(entries: readonly JournalEntry[]): Map<string, number> {
  const ofCourses = Map.groupBy(weightedEntries(entries), ({ entry }) => entry.courseUuid)
  const means = [...ofCourses].map(([courseUuid, marks]) => [courseUuid, meanOf(marks).mean] as const)
  return new Map(means.flatMap(([courseUuid, mean]) => (mean === null ? [] : [[courseUuid, mean]])))
}

/** Numeric value of a mark; null for words such as «зачёт». */
export function markToNumber(value: string): number | null {
  const number = Number(value.replace(',', '.'))
  return value.trim() === '' || Number.isNaN(number) ? null : number
}

/** Table of courses and dates: one column per day, and one more for each further lesson of a course on it. */
export type JournalGrid = {
  columns: readonly { key: string; date: string }[]
  at: (courseUuid: string, column: number) => JournalEntry | undefined
}

/** Expects entries sorted by date. */
export function journalGrid(entries: readonly JournalEntry[]): JournalGrid {
  const columns: { key: string; date: string }[] = []
  const cells = new Map<string, Map<number, JournalEntry>>()
  for (const [date, ofDay] of Map.groupBy(entries, (entry) => entry.date)) {
    const first = columns.length
    for (const [courseUuid, lessons] of Map.groupBy(ofDay, (entry) => entry.courseUuid)) {
      const row = cells.get(courseUuid) ?? new Map<number, JournalEntry>()
      cells.set(courseUuid, row)
      for (const [nth, entry] of lessons.entries()) {
        if (columns.length <= first + nth) columns.push({ key: `${date} ${nth}`, date })
        row.set(first + nth, entry)
      }
    }
  }
  return { columns, at: (courseUuid, column) => cells.get(courseUuid)?.get(column) }
}

export type Book = GradeBook
export type Term = Book['terms'][number]
export type Course = Book['courses'][number]

/** The displayed term of a grade book and its owner. */
export type SelectedTerm = { owner: BookOwner; book: Book; term: Term }

export function ownerOf({ student }: StudentGradeBooks): BookOwner {
  return student && { studentUuid: student.uuid }
}
