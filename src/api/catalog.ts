import type { CatalogSearch } from '#contract/screen-search.ts'
import { callQuery } from './call-query.ts'

/** One page of the catalog for the search of the URL. */
export const coursesQuery = ({ search, filter, startBy, sort, page }: CatalogSearch) =>
  callQuery('GET /v1/catalog/course/list', { query: { search, filter, startBy, sort, page } })

/** The same for a student of the family. */
export const coursesForStudentQuery = (wanted: CatalogSearch) => {
  const { search, filter, startBy, sort, page, child, grades, free } = wanted
  const query = { search, filter, startBy, sort, page, child, grades, free }
  return callQuery('GET /v1/catalog/student/course/list', { query })
}

export const courseQuery = (id: string) => callQuery('GET /v1/catalog/course/{id}', { params: { id } })

/** Groups of any courses, in this order. */
export const groupsQuery = (groupUuids: readonly string[]) =>
  callQuery('GET /v1/catalog/group/list', { query: { groupUuids: [...groupUuids] } })

/** Students for whom the user may buy these groups, and obstacles. */
export const groupStudentsQuery = (groupUuids: readonly string[]) =>
  callQuery('GET /v1/catalog/group/student/list', { query: { groupUuids: [...groupUuids] } })

/** Students for whom the user may buy the course, and obstacles. */
export const courseStudentsQuery = (id: string) =>
  callQuery('GET /v1/catalog/course/{id}/student/list', { params: { id } })
