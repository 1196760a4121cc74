import type { TaxStudent } from '#contract/tax.ts'

/** Components of the eligible amount of a year, in kopecks. */
export type RefundBreakdown = {
  paid: number
  returned: number
  /** Transferred from other contracts, minus transferred to them. */
  carried: number
  /** Refunds of later years that reduce this one. */
  later: number
  byOthers: number
}

const signs = { ReceivingDS: 1, ReceivingTransferDS: 1, ReturnDS: -1, ReturnTransferDS: -1 } as const

export function refundBreakdown({ operations, paid: left }: Pick<TaxStudent, 'operations' | 'paid'>): RefundBreakdown {
  const sum: RefundBreakdown = { paid: 0, returned: 0, carried: 0, later: 0, byOthers: 0 }
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

/** The student in the search params, else the first with payments, else the first. */
export function shownStudent(students: readonly TaxStudent[], asked: string | undefined): TaxStudent | undefined {
  return (
    students.find(({ studentUuid }) => studentUuid === asked) ?? students.find(({ paid }) => paid > 0) ?? students[0]
  )
}

/** Whether a certificate is being prepared: worth polling. */
export function isUnderWay(students: readonly TaxStudent[]): boolean {
  return students.some(({ certificate }) => certificate !== null && certificate.state !== 'ready')
}
