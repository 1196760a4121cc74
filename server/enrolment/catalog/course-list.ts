import { inArray } from 'drizzle-orm'
import type { AnswerOf } from '#contract/call.ts'
import type { listCourses } from '#contract/enrolment/catalog.ts'
import { type Branch, branches, type LessonFormat, type Locale, lessonFormats } from '#contract/enumerations.ts'
import { onlineTerritoryUuid } from '#contract/limits.ts'
import { swapLayout } from '#contract/plain-text.ts'
import type { Database } from '#server/db/client.ts'
import { subjects, territories } from '#server/db/schema/programs.ts'
import { onlineTerritoryTitle } from '#server/enrolment/groups/group-columns.ts'
import type { PricingTime } from '#server/enrolment/groups/late-start-price.ts'
import { type SchoolNames, translateName } from '#server/http/school-names.ts'
import type { CallInput } from '#server/plugins/calls.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { enableTypoTolerance, exactSearch, parseSearchTerms, typoTolerantSearch } from './course-search.ts'
import { findCourseCards } from './courses.ts'
import {
  type CourseFilter,
  type CourseSearchQuery,
  type CourseSearchResult,
  type CourseSeeker,
  type FilterName,
  filterNames,
  findCourses,
} from './find-courses.ts'
import { findWholeCatalog, type WholeCatalog } from './whole-catalog.ts'

const pageSize = 12

type CourseListRequest = Pick<CallInput<typeof listCourses>, 'query' | 'language'> & {
  withoutGroups?: readonly string[]
  seekers?: readonly CourseSeeker[]
  whole: WholeCatalog
  /** Translations of the school in the language of the request. */
  names?: SchoolNames | undefined
}

/** One page of the catalog with the counts of each filter value. */
export async function findCoursePage(
  database: Database,
  currentTime: PricingTime,
  { query, language, withoutGroups = [], seekers = [], whole, names }: CourseListRequest,
): Promise<AnswerOf<typeof listCourses>> {
  const { filter = {}, startBy, sort, search = '', page } = query
  const wanted = { currentTime, filter, startBy, sort, withoutGroups, seekers, names, page, pageSize }
  const {
    ids,
    groupIds,
    counts,
    isKnown: _isKnown,
    free: _free,
    ...pages
  } = await searchCourses(database, wanted, search, whole)
  return {
    items: await findCourseCards(database, currentTime, { ids, groupIds }),
    ...pages,
    pageSize,
    facets: await buildFacets(database, counts, filter, language, names),
  }
}

/**
 * Searches for the text as it is typed, then in the other keyboard layout, then with typos. The first one that any course
 * matches decides: an empty result caused by the filters is no typo.
 */
async function searchCourses(
  database: Database,
  wanted: Omit<CourseSearchQuery, 'search'>,
  typed: string,
  whole: WholeCatalog,
): Promise<CourseSearchResult> {
  const today = dayInZone(wanted.currentTime.now, wanted.currentTime.timeZone)
  const [terms, ...others] = [typed, swapLayout(typed)].map(parseSearchTerms).filter(({ length }) => length > 0)
  if (terms === undefined) {
    const all = { ...wanted, search: null }
    return isWhole(wanted) ? findWholeCatalog(database, all, whole) : findCourses(database, all)
  }
  const exactly = (meant: typeof terms) =>
    findCourses(database, { ...wanted, search: exactSearch(meant, today, wanted.names) })
  const exact = await exactly(terms)
  if (exact.isKnown) return exact
  for (const meant of others) {
    const found = await exactly(meant)
    if (found.isKnown) return found
  }
  return database.transaction(async (transaction) => {
    for (const meant of [terms, ...others]) {
      if (!(await enableTypoTolerance(transaction, meant))) return exact
      const similar = await findCourses(transaction, { ...wanted, search: typoTolerantSearch(meant, today) })
      if (similar.isKnown) return similar
    }
    return exact
  })
}

function isWhole(wanted: Omit<CourseSearchQuery, 'search'>): boolean {
  const { filter, startBy, sort, withoutGroups, names } = wanted
  const isFiltered = Object.values(filter).some((values) => values !== undefined && values.length > 0)
  return !isFiltered && !names && startBy === undefined && sort === undefined && withoutGroups.length === 0
}

type Facets = AnswerOf<typeof listCourses>['facets']

const formatTitles: Record<Locale, Record<LessonFormat, string>> = {
  ru: { webinar: 'Вебинар', offline: 'Очно', video: 'Видеоурок', stream: 'Трансляция' },
  en: { webinar: 'Webinar', offline: 'In person', video: 'Video lesson', stream: 'Live stream' },
}
const branchTitles: Record<Locale, Record<Branch, string>> = {
  ru: { school: 'Школа', academy: 'Академия', college: 'Колледж' },
  en: { school: 'School', academy: 'Academy', college: 'College' },
}
const gradeTitle: Record<Locale, (grade: string) => string> = {
  ru: (grade) => `${grade} класс`,
  en: (grade) => `Grade ${grade}`,
}

/** The values of each filter with titles and counts; selected values are listed even with a count of zero. */
async function buildFacets(
  database: Database,
  counts: CourseSearchResult['counts'],
  filter: CourseFilter,
  language: Locale,
  names: SchoolNames = new Map(),
): Promise<Facets> {
  const all = Object.fromEntries(filterNames.map((name) => [name, valuesOf(name)])) as Record<FilterName, Values>

  function valuesOf(name: FilterName): Values {
    const found = counts.filter((each) => each.name === name).map(({ value, count }) => [value, count] as const)
    return new Map([...(filter[name] ?? []).map((value) => [value, 0] as const), ...found])
  }

  const bySubject = await database
    .select({ value: subjects.code, title: subjects.title })
    .from(subjects)
    .where(inArray(subjects.code, [...all.subject.keys()]))
  const places = await database.select({ value: territories.id, title: territories.title }).from(territories)

  const titled = (name: FilterName, known: readonly { value: string; title: string }[]) => {
    const titles = new Map(known.map(({ value, title }) => [value, title]))
    const order = new Map(known.map(({ value }, index) => [value, index]))
    return [...all[name]]
      .map(([value, count]) => ({ value, title: titles.get(value) ?? value, count }))
      .sort((one, other) => (order.get(one.value) ?? known.length) - (order.get(other.value) ?? known.length))
  }
  const shown = ({ title }: { title: string }) => translateName(title, names)
  const byTitle = (one: { title: string }, other: { title: string }) => shown(one).localeCompare(shown(other), language)
  const online = { value: onlineTerritoryUuid, title: onlineTerritoryTitle[language] }
  return {
    branch: titled(
      'branch',
      branches.map((value) => ({ value, title: branchTitles[language][value] })),
    ),
    subject: titled('subject', bySubject.sort(byTitle)),
    grade: titled(
      'grade',
      Array.from({ length: 11 }, (_, index) => String(index + 1)).map((value) => ({
        value,
        title: gradeTitle[language](value),
      })),
    ),
    format: titled(
      'format',
      lessonFormats.map((value) => ({ value, title: formatTitles[language][value] })),
    ),
    territory: titled('territory', [...places.sort(byTitle), online]),
  }
}

type Values = ReadonlyMap<string, number>
