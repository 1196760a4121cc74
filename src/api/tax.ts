import { callQuery } from './call-query.ts'

export const taxDeductionQuery = (year: number) => callQuery('GET /v1/profile/tax-deduction', { query: { year } })
