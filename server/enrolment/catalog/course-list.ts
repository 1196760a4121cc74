import type { AnswerOf } from '#contract/call.ts'
import type { listCourses } from '#contract/catalog.ts'
import { type CurrentTime, dayInZone } from '#server/calendar-days.ts'
import type { Database } from '#server/db/client.ts'
import type { CallInput } from '#server/plugins/calls.ts'
import { enableTypoTolerance, exactSearch, parseSearchTerms, typoTolerantSearch } from './course-search.ts'
import { findCourseCards } from './courses.ts'
import { buildFacets } from './facets.ts'
import { type CourseSearchQuery, type CourseSearchResult, findCourses } from './find-courses.ts'

const pageSize = 12

/** One page of the catalog with the counts of each filter value. */
export async function findCoursePage(
  database: Database,
  currentTime: CurrentTime,
  { query: { filter = {}, search = '', page }, language }: Pick<CallInput<typeof listCourses>, 'query' | 'language'>,
): Promise<AnswerOf<typeof listCourses>> {
  const wanted = { today: dayInZone(currentTime.now, currentTime.timeZone), filter, page, pageSize }
  const { ids, counts, isKnown: _, ...pages } = await searchCourses(database, wanted, search)
  return {
    items: await findCourseCards(database, currentTime, ids),
    ...pages,
    pageSize,
    facets: await buildFacets(database, counts, filter, language),
  }
}

/** Tolerates typos only if no course at all matches the text: an empty result caused by the filters is no typo. */
async function searchCourses(
  database: Database,
  wanted: Omit<CourseSearchQuery, 'search'>,
  typed: string,
): Promise<CourseSearchResult> {
  const terms = parseSearchTerms(typed)
  if (terms.length === 0) return findCourses(database, { ...wanted, search: null })
  const exact = await findCourses(database, { ...wanted, search: exactSearch(terms, wanted.today) })
  if (exact.isKnown) return exact
  return database.transaction(async (transaction) => {
    if (!(await enableTypoTolerance(transaction, terms))) return exact
    return findCourses(transaction, { ...wanted, search: typoTolerantSearch(terms, wanted.today) })
  })
}
