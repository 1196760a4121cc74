import { callQuery } from './call-query.ts'

/** The basket; of an opportunity shared by several children, the part of one child. */
export const basketQuery = (id: string, child?: string) =>
  callQuery('GET /v1/catalog/basket/{id}', { params: { id }, query: { studentUuid: child } })
