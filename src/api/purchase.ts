import { callQuery } from './call-query.ts'

/** The basket; of an opportunity shared by several children, the part of one child. */
export const basketQuery = (id: string, child?: string) =>
  callQuery('GET /v1/catalog/basket/{id}', { params: { id }, query: { studentUuid: child } })

/** The text of the contract that the basket would become. */
export const contractTextQuery = (id: string, child?: string) =>
  callQuery('GET /v1/catalog/basket/{id}/contract-text', { params: { id }, query: { studentUuid: child } })
