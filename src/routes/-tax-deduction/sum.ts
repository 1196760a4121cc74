import type { TaxStudent } from '#contract/tax.ts'

/** How what counts of a year came about, in kopecks; what is nothing is not told. */
export type Sum = {
  paid: number
  returned: number
  /** Brought from other contracts, less what was taken to others. */
  carried: number
  /** What went back in later years, which is taken off this one; below nothing: off the year before. */
  later: number
  byOthers: number
}

const signs = { ReceivingDS: 1, ReceivingTransferDS: 1, ReturnDS: -1, ReturnTransferDS: -1 } as const

export function sumOf({ operations, paid: left }: Pick<TaxStudent, 'operations' | 'paid'>): Sum {
  const sum: Sum = { paid: 0, returned: 0, carried: 0, later: 0, byOthers: 0 }
  for (const { kind, amount, counts } of operations) {
    const moved = signs[kind] * amount
    if (!counts) sum.byOthers += moved
    else if (kind === 'ReceivingDS') sum.paid += moved
    else if (kind === 'ReturnDS') sum.returned += moved
    else sum.carried += moved
  }
  sum.later = left - (sum.paid + sum.returned + sum.carried)
  return sum
}

/** Who is shown: the one whom the address names, else the first for whom the person has paid, else the first. */
export function shownStudent(students: readonly TaxStudent[], asked: string | undefined): TaxStudent | undefined {
  return (
    students.find(({ studentUuid }) => studentUuid === asked) ?? students.find(({ paid }) => paid > 0) ?? students[0]
  )
}

/** Whether something happens to a certificate by itself, which is worth another look. */
export function isUnderWay(students: readonly TaxStudent[]): boolean {
  return students.some(({ certificate }) => certificate !== null && certificate.state !== 'ready')
}
