import type { ProposedPart } from '#contract/billing/bank-lines.ts'

type Divisible = Omit<ProposedPart, 'amount'> & {
  /** Whose contracts may share the money. */
  payer: string
  /** What is to pay of each payment, by due date. */
  instalments: readonly number[]
}

const maxInstalments = 3
const maxSplits = 3

/**
 * Ways to divide the money between contracts of one payer, so that each gets its next whole instalments, two or three in
 * all; those of the fewest instalments first.
 */
export function proposeSplits(contracts: readonly Divisible[], amount: number): ProposedPart[][] {
  const found: { parts: ProposedPart[]; count: number }[] = []
  for (const own of Map.groupBy(contracts, ({ payer }) => payer).values()) choose(own, [], amount, 0)
  return found
    .toSorted((one, other) => one.count - other.count)
    .slice(0, maxSplits)
    .map(({ parts }) => parts)

  function choose(rest: readonly Divisible[], parts: ProposedPart[], left: number, count: number): void {
    if (left === 0 && parts.length > 1) found.push({ parts, count })
    const [contract, ...others] = rest
    if (left <= 0 || contract === undefined || count >= maxInstalments) return
    choose(others, parts, left, count)
    const { contractUuid, number, program, student, instalments } = contract
    let sum = 0
    for (const [index, instalment] of instalments.slice(0, maxInstalments - count).entries()) {
      sum += instalment
      choose(others, [...parts, { contractUuid, number, program, student, amount: sum }], left - sum, count + index + 1)
    }
  }
}
