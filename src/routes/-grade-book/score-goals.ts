import { howManyMore, meanOf, type Weighted } from '#src/school/averages.ts'
import type { ScoreLine } from './use-score-lines.ts'

/** A score as a percentage that weighs its maximum. */
export type Scored = Weighted & { line: ScoreLine; score: number }

export function scoredOf(lines: readonly ScoreLine[]): Scored[] {
  return lines.flatMap((line) => {
    const { score, max } = line
    return score === null || max <= 0 ? [] : [{ line, score, value: (100 * score) / max, weight: max }]
  })
}

/** The maximum that most works have; of several the greatest. */
export function usualMax(lines: readonly ScoreLine[]): number {
  const works = [...Map.groupBy(lines, ({ max }) => max)]
  const [usual] = works.sort(([one, ones], [other, others]) => others.length - ones.length || other - one)
  return usual?.[0] ?? 0
}

/** A percentage that one may aim at. */
export type ScoreGoal = {
  threshold: number
  /** How many points without loss lead there. */
  missing: number
  /** How many of the next work’s alone would; null where it has not as many. */
  inNext: number | null
}

/** Sums of tenths miss whole numbers by less than this. */
const hair = 1e-9

/** What passes and the tens above what is now, the nearest first: as far as anybody aims at once. */
export function scoreGoalsOf(scored: readonly Weighted[], passing: number, nextMax: number): ScoreGoal[] {
  const { sum, weight, mean } = meanOf(scored)
  if (mean === null) return []
  const tens = [10, 20, 30, 40, 50, 60, 70, 80, 90].filter((ten) => ten > passing)
  return [passing, ...tens]
    .flatMap((threshold) => {
      const missing = howManyMore(scored, { value: 100, weight: 1 }, threshold)
      if (missing === null || missing === 0) return []
      const needed = Math.ceil((threshold * (weight + nextMax) - sum) / 100 - hair)
      return [{ threshold, missing, inNext: needed <= nextMax ? needed : null }]
    })
    .slice(0, 3)
}
