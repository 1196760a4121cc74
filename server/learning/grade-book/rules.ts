import type { JournalDay } from '#contract/learning/grade-book.ts'

export type ScoredJournalDay = JournalDay & { score: number | null }

/** The score journal of a course; the totals count only days with a score. */
export function buildScoreJournal(days: readonly ScoredJournalDay[]) {
  const scored = days.filter(({ score }) => score !== null)
  return {
    columns: days.map(({ uuid, date, topic, markType, max }) => ({ uuid, date, topic, markType, max })),
    scores: days.map(({ uuid, score, absent, markUuid }) => ({ columnUuid: uuid, value: score, absent, markUuid })),
    total: scored.reduce((sum, { score }) => sum + (score ?? 0), 0),
    max: scored.reduce((sum, { max }) => sum + max, 0),
  }
}

/** Sorts in place by date, then course, then id, so the order is stable. */
export function sortByDate<One extends { date: string; courseUuid: string; uuid: string }>(all: One[]): One[] {
  return all.sort((one, other) => {
    if (one.date !== other.date) return one.date < other.date ? -1 : 1
    if (one.courseUuid !== other.courseUuid) return one.courseUuid < other.courseUuid ? -1 : 1
    return one.uuid < other.uuid ? -1 : 1
  })
}

/** Mark types that decide a college course: they have no weight in the average and are owed until passed. */
export const decisiveMarkTypes = ['exam', 'credit'] as const

/** Lowest passing score: of an exam on the five-point scale, of a credit between 0 and 1. */
const passing: Record<string, number> = { exam: 3, credit: 1 }

type Decisive = { courseUuid: string; termUuid: string; markType: string; score: number | null }

/** Exams and credits (the earliest first) that were failed and not passed later in the same course and term. */
export function findOutstandingExams<Exam extends Decisive>(exams: readonly Exam[]): Set<Exam> {
  const last = new Map(exams.map((exam) => [`${exam.courseUuid} ${exam.termUuid}`, exam]))
  return new Set([...last.values()].filter(({ markType, score }) => score !== null && score < (passing[markType] ?? 0)))
}
