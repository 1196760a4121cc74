import { marksNeeded, meanOf, reaches, type Weighted } from '#src/domain/averages.ts'
import type { Settings } from '#src/routes/-grade-book/passing-marks.ts'

/** A term mark and the lowest average that earns it. */
export type Goal = { mark: number; threshold: number }

/** Marks above the current average, the nearest first: an average of 4.5 rounds to 5. */
export function markGoals(marks: readonly Weighted[], { kind, max, passing }: Settings['scale']): Goal[] {
  if (kind !== 'five') return []
  const now = meanOf(marks)
  const all = Array.from({ length: max - passing + 1 }, (_, index) => passing + index)
  return all.map((mark) => ({ mark, threshold: mark - 0.5 })).filter(({ threshold }) => !reaches(now, threshold))
}

/** Best mark of current work; pass/fail scales use marks up to 5. */
export function bestMark({ kind, max }: Settings['scale']): number {
  return kind === 'passFail' ? 5 : max
}

export type GoalRequirement = { code: string; title: string; weight: number; count: number }

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
