import type { Absence } from '#contract/people/absences.ts'
import type { Dates } from '#src/i18n/dates.ts'
import type { ScheduleEntry } from './schedule-entries.ts'

/** Reported absences by the key of the lesson that is missed. */
export type AbsencesByEntry = ReadonlyMap<string, readonly Absence[]>

/** Which lessons the students of the entries will miss: single ones, and those of whole days. */
export function absencesByEntry(
  entries: readonly ScheduleEntry[],
  absences: readonly Absence[],
  dates: Dates,
): AbsencesByEntry {
  const found = new Map<string, Absence[]>()
  if (absences.length === 0) return found
  for (const { key, category, startsAt, students } of entries) {
    if (category !== 'lessons') continue
    const day = dates.dayOf(startsAt)
    const own = absences.filter(
      ({ studentUuid, lessonUuid, startsOn, endsOn }) =>
        students.includes(studentUuid) && (lessonUuid === null ? startsOn <= day && day <= endsOn : lessonUuid === key),
    )
    if (own.length > 0) found.set(key, own)
  }
  return found
}

/** Students of a coming lesson whose absence the user may report, and who are not reported yet. */
export function reportableStudents(
  { category, state, startsAt, students }: ScheduleEntry,
  { mayReport, absences, now }: { mayReport: readonly string[]; absences: readonly Absence[]; now: number },
): string[] {
  if (category !== 'lessons' || state === 'cancelled' || Date.parse(startsAt) <= now) return []
  return students.filter(
    (uuid) => mayReport.includes(uuid) && !absences.some(({ studentUuid }) => studentUuid === uuid),
  )
}
