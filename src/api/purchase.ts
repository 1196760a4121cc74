import type { QueryClient } from '@tanstack/react-query'
import { type CallKey, callQuery } from './call-query.ts'

/** Of an opportunity’s basket that of the child, or of one who has no contract yet. */
export const basketQuery = (id: string, child?: string) =>
  callQuery('GET /v1/catalog/basket/{id}', { params: { id }, query: { studentUuid: child } })

/** Keys of all that a purchase changes, begun, given up or made, and a place in a line, besides its basket. */
const changedByPurchase: readonly CallKey[] = [
  ['GET /v1/catalog/course/list'],
  ['GET /v1/catalog/course/{id}'],
  ['GET /v1/catalog/course/{id}/student/list'],
  ['GET /v1/catalog/queue/list'],
  ['GET /v1/catalog/basket/list'],
  ['GET /v1/schedule/offer/{token}/student/list'],
  ['GET /v1/profile/contract/list'],
  ['GET /v1/parent/children/schedule/list'],
  ['GET /v1/student/schedule/list'],
  ['GET /v1/parent/children/schedule/groups/list'],
  ['GET /v1/student/schedule/groups/list'],
]

/** Ends when what is on the screen has been asked for anew. */
export async function renewAfterPurchase(queryClient: QueryClient): Promise<void> {
  await Promise.all(changedByPurchase.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
