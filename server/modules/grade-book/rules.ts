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
