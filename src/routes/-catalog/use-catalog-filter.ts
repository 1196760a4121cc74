import type { CoursesForStudent, FoundCourses } from '#contract/enrolment/catalog.ts'
import type { CatalogSearch } from '#contract/screen-search.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { type FacetName, type Facets, facetNames } from './facet-labels.ts'

/** The student for whom courses are sought. */
export type CatalogStudent = CoursesForStudent['students'][number]

export type CatalogFiltersProps = {
  facets: Facets
  /** Whose class and free time are filters; undefined for visitors and whole families. */
  student: CatalogStudent | undefined
}

export type CatalogFilter = NonNullable<CatalogSearch['filter']>

/** Parts of the search that select courses, besides the text. */
const noFilters = { filter: undefined, free: undefined, startBy: undefined, page: undefined } as const

/**
 * The filters of the URL. The class of the student fills that of grades; the URL has `grades=all` where a person has
 * removed it.
 */
export function useCatalogFilter(student: CatalogStudent | undefined) {
  const { search, replace } = useScreenSearch('catalog')
  const ownGrade = student?.grade == null ? undefined : String(student.grade)
  const filled = ownGrade === undefined || search.grades === 'all' ? undefined : [ownGrade]
  const filter: CatalogFilter = { ...search.filter, grade: search.filter?.grade ?? filled }
  const { free, startBy } = search
  return {
    filter,
    /** Only in the free time of the student. */
    isFree: student !== undefined && free !== undefined,
    startBy,
    change: (part: CatalogFilter) => {
      const next = { ...filter, ...part }
      const isOwn = next.grade?.length === 1 && next.grade[0] === ownGrade
      const isOfAll = ownGrade !== undefined && !next.grade?.length
      const of = { ...next, grade: isOwn ? undefined : next.grade }
      replace({ filter: of, grades: isOfAll ? 'all' : undefined, page: undefined })
    },
    setFree: (isOn: boolean) => replace({ free: isOn ? 'yes' : undefined, page: undefined }),
    setStartBy: (day: string | undefined) => replace({ startBy: day, page: undefined }),
    /** Back to the filters with which the page opens. */
    reset: () => replace({ ...noFilters, grades: undefined }),
    /** No filter at all, not even the class of the student. */
    showAll: () => replace({ ...noFilters, search: undefined, grades: ownGrade === undefined ? undefined : 'all' }),
  }
}

/**
 * The values that narrow what was found: not those of all found courses, unless another one of their filter is selected.
 * Classes stay whole, because they are a grid.
 */
export function useNarrowingFacets(
  { facets, total }: Pick<FoundCourses, 'facets' | 'total'>,
  student: CatalogStudent | undefined,
): Facets {
  const { filter } = useCatalogFilter(student)
  const narrowing = (name: FacetName) =>
    name === 'grade' || filter[name]?.length ? facets[name] : facets[name].filter(({ count }) => count < total)
  return Object.fromEntries(facetNames.map((name) => [name, narrowing(name)])) as Facets
}
