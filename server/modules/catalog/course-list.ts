import type { AnswerOf } from '#contract/call.ts'
import type { listCourses } from '#contract/catalog.ts'
import { dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import type { Moment } from '#server/modules/moves/rules.ts'
import type { Asked } from '#server/plugins/calls.ts'
import { canForgive, exactSearch, forgivingSearch, termsOf } from './course-search.ts'
import { listedCourses } from './courses.ts'
import { facetsOf } from './facets.ts'
import { type Found, findCourses, type Wanted } from './found-courses.ts'

const pageSize = 12

/** One page of the catalog, with what the filters would find. */
export async function courseList(
  database: Database,
  moment: Moment,
  { query: { filter = {}, search = '', page }, language }: Pick<Asked<typeof listCourses>, 'query' | 'language'>,
): Promise<AnswerOf<typeof listCourses>> {
  const wanted = { today: dayAt(moment.now, moment.timeZone), filter, page, pageSize }
  const { ids, counts, isKnown: _, ...pages } = await found(database, wanted, search)
  return {
    items: await listedCourses(database, moment, ids),
    ...pages,
    pageSize,
    facets: await facetsOf(database, counts, filter, language),
  }
}

/** A typo is forgiven where nothing at all is called what was typed: a filter alone makes no word a wrong one. */
async function found(database: Database, wanted: Omit<Wanted, 'search'>, typed: string): Promise<Found> {
  const terms = termsOf(typed)
  if (terms.length === 0) return findCourses(database, { ...wanted, search: null })
  const exact = await findCourses(database, { ...wanted, search: exactSearch(terms, wanted.today) })
  if (exact.isKnown) return exact
  return database.transaction(async (transaction) => {
    if (!(await canForgive(transaction, terms))) return exact
    return findCourses(transaction, { ...wanted, search: forgivingSearch(terms, wanted.today) })
  })
}
