import type { JournalDay, Mark } from '#contract/learning.ts'
import { meanOf, type Weighted } from '#src/school/averages.ts'

/** What stands in a journal on a day: these four are told apart everywhere. */
export type DayState = 'marked' | 'absent' | 'not-given' | 'not-held'

/** A day of a journal with what was given on it; `isNew`: since the person last looked. */
export type JournalEntry = JournalDay & { state: DayState; mark: Mark | null; isNew: boolean }

/** The days with their marks, the earliest first. */
export function journalOf(
  days: readonly JournalDay[],
  marks: readonly Mark[],
  news: ReadonlySet<string> = new Set(),
): JournalEntry[] {
  const byUuid = new Map(marks.map((mark) => [mark.uuid, mark]))
  return days
    .map((day) => {
      const mark = day.markUuid === null ? null : (byUuid.get(day.markUuid) ?? null)
      return { ...day, mark, state: stateOf(day), isNew: day.markUuid !== null && news.has(day.markUuid) }
    })
    .sort((one, other) => (one.date === other.date ? 0 : one.date < other.date ? -1 : 1))
}

function stateOf({ held, absent, markUuid }: JournalDay): DayState {
  if (!held) return 'not-held'
  if (absent) return 'absent'
  return markUuid === null ? 'not-given' : 'marked'
}

/** The key of an entry in the address: its mark’s, or the day’s own. */
export function keyOf({ markUuid, uuid }: Pick<JournalDay, 'markUuid' | 'uuid'>): string {
  return markUuid ?? uuid
}

/** A mark that counts towards an average, as a number. */
export type Counted = Weighted & { entry: JournalEntry }

export function countedOf(entries: readonly JournalEntry[]): Counted[] {
  return entries.flatMap((entry) => {
    const { mark, state } = entry
    const value = mark && numberOf(mark.value)
    return state !== 'marked' || !mark || value === null || mark.weight <= 0
      ? []
      : [{ entry, value: value as number, weight: mark.weight }]
  })
}

/** The average of each course that has one. */
export function meansByCourse(entries: readonly JournalEntry[]): Map<string, number> {
  const ofCourses = Map.groupBy(countedOf(entries), ({ entry }) => entry.courseUuid)
  const means = [...ofCourses].map(([courseUuid, marks]) => [courseUuid, meanOf(marks).mean] as const)
  return new Map(means.flatMap(([courseUuid, mean]) => (mean === null ? [] : [[courseUuid, mean]])))
}

/** A written mark as a number; null for words such as «зачёт». */
export function numberOf(value: string): number | null {
  const number = Number(value.replace(',', '.'))
  return value.trim() === '' || Number.isNaN(number) ? null : number
}

/** The course × date table: a column for each day, and one more for each further lesson of a course on it. */
export type Sheet = {
  columns: readonly { key: string; date: string }[]
  at: (courseUuid: string, column: number) => JournalEntry | undefined
}

/** Of entries in the order of their days. */
export function sheetOf(entries: readonly JournalEntry[]): Sheet {
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
