import type { QueryClient } from '@tanstack/react-query'
import type { CatalogSearch } from '#contract/screen-searches.ts'
import { courseFilterOf } from '#contract/screens.ts'
import { type CallKey, callQuery } from './call-query.ts'

/** One page of the catalog, as its address asks for it. */
export const coursesQuery = (search: CatalogSearch) =>
  callQuery('GET /v1/catalog/course/list', { query: courseFilterOf(search) })

export const courseQuery = (id: string) => callQuery('GET /v1/catalog/course/{id}', { params: { id } })

/** For whom one may buy the course, and what stands against it. */
export const courseStudentsQuery = (id: string) =>
  callQuery('GET /v1/catalog/course/{id}/student/list', { params: { id } })

/** Keys of all that a place in a line changes. */
const changedByQueue: readonly CallKey[] = [
  ['GET /v1/catalog/course/{id}'],
  ['GET /v1/catalog/course/{id}/student/list'],
  ['GET /v1/catalog/queue/list'],
]

/** Ends when what is on the screen has been asked for anew. */
export async function renewAfterQueue(queryClient: QueryClient): Promise<void> {
  await Promise.all(changedByQueue.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
