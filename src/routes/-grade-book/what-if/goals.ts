import { marksAllowed, marksNeeded, meanOf, meetsThreshold, type Weighted } from '#src/domain/averages.ts'
import type { ScoreEntry } from '#src/routes/-grade-book/academy/use-score-entries.ts'
import type { Settings } from '#src/routes/-grade-book/passing-marks.ts'

/** A term mark and the lowest average that earns it. */
export type Goal = { mark: number; threshold: number }

/** Marks above the current average, the nearest first: an average of 4.5 rounds to 5. */
export function markGoals(marks: readonly Weighted[], { kind, max, passing }: Settings['scale']): Goal[] {
  if (kind !== 'five') return []
  const now = meanOf(marks)
  const all = Array.from({ length: max - passing + 1 }, (_, index) => passing + index)
  return all.map((mark) => ({ mark, threshold: mark - 0.5 })).filter(({ threshold }) => !meetsThreshold(now, threshold))
}

/** The best mark, if the average already earns it. */
export function reachedGoal(marks: readonly Weighted[], { kind, max }: Settings['scale']): Goal | null {
  const best = { mark: max, threshold: max - 0.5 }
  return kind === 'five' && meetsThreshold(meanOf(marks), best.threshold) ? best : null
}

/** Number of marks one below the best of each type that keep a goal, the smallest first. */
export function goalReserves(
  marks: readonly Weighted[],
  { mark, threshold }: Goal,
  { markTypes }: Pick<Settings, 'markTypes'>,
): GoalRequirement[] {
  return markTypes
    .filter(({ weight }) => weight > 0)
    .map((type) => ({ ...type, count: marksAllowed(marks, { value: mark - 1, weight: type.weight }, threshold) }))
    .sort((one, other) => one.count - other.count)
}

/** Best mark of current work; pass/fail scales use marks up to 5. */
export function bestMark({ kind, max }: Settings['scale']): number {
  return kind === 'passFail' ? 5 : max
}

type GoalRequirement = { code: string; title: string; weight: number; count: number }

/** Number of best marks of each type that reaches a goal, the smallest first; omits types that cannot reach it. */
export function goalRequirements(
  marks: readonly Weighted[],
  { threshold }: Goal,
  { scale, markTypes }: Settings,
): GoalRequirement[] {
  return markTypes
    .flatMap((type) => {
      const count = marksNeeded(marks, { value: scale.max, weight: type.weight }, threshold)
      return count === null || count === 0 ? [] : [{ ...type, count }]
    })
    .sort((one, other) => one.count - other.count)
}

/** A score as a percentage weighted by its maximum. */
export type WeightedScore = Weighted & { line: ScoreEntry; score: number }

export function weightedScores(lines: readonly ScoreEntry[]): WeightedScore[] {
  return lines.flatMap((line) => {
    const { score, max } = line
    return score === null || max <= 0 ? [] : [{ line, score, value: (100 * score) / max, weight: max }]
  })
}

/** The most frequent maximum; the greatest of several. */
export function mostCommonMax(lines: readonly ScoreEntry[]): number {
  const works = [...Map.groupBy(lines, ({ max }) => max)]
  const [usual] = works.sort(([one, ones], [other, others]) => others.length - ones.length || other - one)
  return usual?.[0] ?? 0
}

/** A percentage to reach. */
type ScoreGoal = {
  threshold: number
  /** Number of points, without any lost, that reaches it. */
  missing: number
  /** Points of the next work that reach it; null if its maximum is too low. */
  inNext: number | null
}

/** Tolerance for floating-point errors. */
const roundingTolerance = 1e-9

/** The passing percentage and the next tens above the current one, at most three. */
export function scoreGoals(scored: readonly Weighted[], passing: number, nextMax: number): ScoreGoal[] {
  const { sum, weight, mean } = meanOf(scored)
  if (mean === null) return []
  const tens = [10, 20, 30, 40, 50, 60, 70, 80, 90].filter((ten) => ten > passing)
  return [passing, ...tens]
    .flatMap((threshold) => {
      const missing = marksNeeded(scored, { value: 100, weight: 1 }, threshold)
      if (missing === null || missing === 0) return []
      const needed = Math.ceil((threshold * (weight + nextMax) - sum) / 100 - roundingTolerance)
      return [{ threshold, missing, inNext: needed <= nextMax ? needed : null }]
    })
    .slice(0, 3)
}
