import type { ScoredDay } from './journals.ts'

/** A score journal: what could be scored where something was, and what was; nothing else counts up or down. */
export function scoreJournalOf(days: readonly ScoredDay[]) {
  const scored = days.filter(({ score }) => score !== null)
  return {
    columns: days.map(({ uuid, date, topic, markType, max }) => ({ uuid, date, topic, markType, max })),
    scores: days.map(({ uuid, score, absent, markUuid }) => ({ columnUuid: uuid, value: score, absent, markUuid })),
    total: scored.reduce((sum, { score }) => sum + (score ?? 0), 0),
    max: scored.reduce((sum, { max }) => sum + max, 0),
  }
}

/** By day, within a day by course: always the same order of the same marks or days. */
export function earliestFirst<One extends { date: string; courseUuid: string; uuid: string }>(all: One[]): One[] {
  return all.sort((one, other) => {
    if (one.date !== other.date) return one.date < other.date ? -1 : 1
    if (one.courseUuid !== other.courseUuid) return one.courseUuid < other.courseUuid ? -1 : 1
    return one.uuid < other.uuid ? -1 : 1
  })
}

/** What decides a course of the college: it has no weight in the average, and is owed until it is passed. */
export const decisive = ['exam', 'credit'] as const

/** The least score that passes: of an exam on the scale of five, of a credit between 0 and 1. */
const passing: Record<string, number> = { exam: 3, credit: 1 }

type Decisive = { courseUuid: string; termUuid: string; markType: string; score: number | null }

/** What is owed of exams and credits, the earliest first: failed, and not passed later in that course and term. */
export function owedOf<Exam extends Decisive>(exams: readonly Exam[]): Set<Exam> {
  const last = new Map(exams.map((exam) => [`${exam.courseUuid} ${exam.termUuid}`, exam]))
  return new Set([...last.values()].filter(({ markType, score }) => score !== null && score < (passing[markType] ?? 0)))
}
