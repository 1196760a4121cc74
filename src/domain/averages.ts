/** Weighted means of marks. */

/** A mark and its weight. A score out of a maximum counts as its percentage with the maximum as weight. */
export type Weighted = { value: number; weight: number }

/** Weighted sum, sum of weights and mean; the mean is null without marks. */
export type Mean = { sum: number; weight: number; mean: number | null }

export function meanOf(marks: readonly Weighted[]): Mean {
  const sum = marks.reduce((total, { value, weight }) => total + value * weight, 0)
  const weight = marks.reduce((total, mark) => total + mark.weight, 0)
  return { sum, weight, mean: weight > 0 ? sum / weight : null }
}

/** The mean after each mark, in their order. */
export function runningMeans(marks: readonly Weighted[]): (number | null)[] {
  const so = { sum: 0, weight: 0 }
  return marks.map(({ value, weight }) => {
    so.sum += value * weight
    so.weight += weight
    return so.weight > 0 ? so.sum / so.weight : null
  })
}

/** Tolerance for floating-point errors. */
const epsilon = 1e-9

export function meetsThreshold({ mean }: Pick<Mean, 'mean'>, threshold: number): boolean {
  return mean !== null && mean >= threshold - epsilon
}

/** Number of additional marks below a threshold that a mean at or above it can take. */
export function marksAllowed(marks: readonly Weighted[], one: Weighted, threshold: number): number {
  const { sum, weight } = meanOf(marks)
  return Math.max(0, Math.floor((sum - threshold * weight) / (one.weight * (threshold - one.value)) + epsilon))
}

/** Number of additional marks that raises the mean to a threshold; null if none does. */
export function marksNeeded(marks: readonly Weighted[], one: Weighted, threshold: number): number | null {
  const now = meanOf(marks)
  if (meetsThreshold(now, threshold)) return 0
  const gain = one.weight * (one.value - threshold)
  if (one.weight <= 0 || (gain <= 0 && (now.weight > 0 || !meetsThreshold({ mean: one.value }, threshold)))) return null
  const withMore = (count: number) => {
    const weight = now.weight + count * one.weight
    return meetsThreshold({ mean: (now.sum + count * one.weight * one.value) / weight }, threshold)
  }
  // The quotient may have a rounding error: check its neighbours.
  let count = gain > 0 ? Math.max(1, Math.ceil((threshold * now.weight - now.sum) / gain)) : 1
  while (!withMore(count)) count += 1
  while (count > 1 && withMore(count - 1)) count -= 1
  return count
}
