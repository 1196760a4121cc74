/** Reckoning with marks, apart from whose they are: a weighted mean, what moved it, and what would. */

/** A mark as a number, and how much it counts; of points out of a maximum: the percentage, weighing the maximum. */
export type Weighted = { value: number; weight: number }

/** The products’ sum and the weights’, and their quotient; null where nothing counts yet. */
export type Mean = { sum: number; weight: number; mean: number | null }

export function meanOf(marks: readonly Weighted[]): Mean {
  const sum = marks.reduce((total, { value, weight }) => total + value * weight, 0)
  const weight = marks.reduce((total, mark) => total + mark.weight, 0)
  return { sum, weight, mean: weight > 0 ? sum / weight : null }
}

/** The mean after each mark, in their order. */
export function meansAlong(marks: readonly Weighted[]): (number | null)[] {
  const so = { sum: 0, weight: 0 }
  return marks.map(({ value, weight }) => {
    so.sum += value * weight
    so.weight += weight
    return so.weight > 0 ? so.sum / so.weight : null
  })
}

/** Sums of thirds and tenths miss whole numbers by less than this. */
const hair = 1e-9

export function reaches({ mean }: Pick<Mean, 'mean'>, threshold: number): boolean {
  return mean !== null && mean >= threshold - hair
}

/** How many more of one kind bring the mean up to a threshold; null where no number of them does. */
export function howManyMore(marks: readonly Weighted[], one: Weighted, threshold: number): number | null {
  const now = meanOf(marks)
  if (reaches(now, threshold)) return 0
  const gain = one.weight * (one.value - threshold)
  if (one.weight <= 0 || (gain <= 0 && (now.weight > 0 || !reaches({ mean: one.value }, threshold)))) return null
  const withMore = (count: number) => {
    const weight = now.weight + count * one.weight
    return reaches({ mean: (now.sum + count * one.weight * one.value) / weight }, threshold)
  }
  // The quotient may be off by a hair, so its neighbours are asked too.
  let count = gain > 0 ? Math.max(1, Math.ceil((threshold * now.weight - now.sum) / gain)) : 1
  while (!withMore(count)) count += 1
  while (count > 1 && withMore(count - 1)) count -= 1
  return count
}
