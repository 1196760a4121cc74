import type { CatalogSearch } from '#contract/screen-searches.ts'
import { courseFilterOf } from '#contract/screens.ts'
import { callQuery } from './call-query.ts'

/** One page of the catalog, as its address asks for it. */
export const coursesQuery = (search: CatalogSearch) =>
  callQuery('GET /v1/catalog/course/list', { query: courseFilterOf(search) })

export const courseQuery = (id: string) => callQuery('GET /v1/catalog/course/{id}', { params: { id } })

/** For whom one may buy the course, and what stands against it. */
export const courseStudentsQuery = (id: string) =>
  callQuery('GET /v1/catalog/course/{id}/student/list', { params: { id } })
