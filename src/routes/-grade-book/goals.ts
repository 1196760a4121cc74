import { howManyMore, meanOf, reaches, type Weighted } from '#src/school/averages.ts'
import type { Settings } from './verdict.ts'

/** A mark that one may aim at, and the average from which it is given. */
export type Goal = { mark: number; threshold: number }

/** The marks above what the average comes to now, the nearest first: an average of 4.5 rounds to 5. */
export function goalsOf(marks: readonly Weighted[], { kind, max, passing }: Settings['scale']): Goal[] {
  if (kind !== 'five') return []
  const now = meanOf(marks)
  const all = Array.from({ length: max - passing + 1 }, (_, index) => passing + index)
  return all.map((mark) => ({ mark, threshold: mark - 0.5 })).filter(({ threshold }) => !reaches(now, threshold))
}

/** The best mark of current work: a college, whose courses end with credits, gives it from 5 down as a school does. */
export function bestOf({ kind, max }: Settings['scale']): number {
  return kind === 'passFail' ? 5 : max
}

export type WayToGoal = { code: string; title: string; weight: number; count: number }

/** How many of the best mark of each kind lead to a goal, the fewest first; a kind of which no number does is left out. */
export function waysTo(marks: readonly Weighted[], { threshold }: Goal, { scale, markTypes }: Settings): WayToGoal[] {
  return markTypes
    .flatMap((type) => {
      const count = howManyMore(marks, { value: scale.max, weight: type.weight }, threshold)
      return count === null || count === 0 ? [] : [{ ...type, count }]
    })
    .sort((one, other) => one.count - other.count)
}
