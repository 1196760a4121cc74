import { callQuery } from './call-query.ts'

export const contractsQuery = () => callQuery('GET /v1/profile/contract/list')

/** What became of a contract, whom it waits for, and its documents. */
export const contractHistoryQuery = (contractId: string) =>
  callQuery('GET /v1/profile/contract/{contractId}/history', { params: { contractId } })

/** The requisites of the school. */
export const payeeQuery = () => callQuery('GET /v1/profile/contract/payee')

/** Purchases that were begun and not finished. */
export const basketsQuery = () => callQuery('GET /v1/catalog/basket/list')

/** Waiting lists for courses that are not bought yet. */
export const courseQueuesQuery = () => callQuery('GET /v1/catalog/queue/list')
