import type { QueryClient } from '@tanstack/react-query'
import { type CallKey, callQuery } from './call-query.ts'

export const taxDeductionQuery = (year: number) => callQuery('GET /v1/profile/tax-deduction', { query: { year } })

const everyYear: CallKey = ['GET /v1/profile/tax-deduction']

/** What is told of a person is in the certificates of every year. Ends when what is on the screen is renewed. */
export function renewTaxDeduction(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: everyYear })
}
