import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FoundCourses } from '#contract/catalog.ts'
import { onlineTerritoryUuid } from '#contract/limits.ts'
import type { CatalogSearch } from '#contract/screen-search.ts'
import { labelOf, lookUp } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'

export type Facets = FoundCourses['facets']
export type FacetName = keyof Facets
type FacetValue = Pick<Facets[FacetName][number], 'value' | 'title'>

/** Titles of the facets in their display order. */
export const facetTitles = {
  subject: msg`Предмет`,
  grade: msg`Класс`,
  format: msg`Формат`,
  territory: msg`Площадка`,
} as const satisfies Record<FacetName, unknown>

export const facetNames = Object.keys(facetTitles) as FacetName[]

/** Label of a facet value in the language of the page; the response has Russian titles only. */
export function facetValueLabel(name: FacetName, { value, title }: FacetValue, i18n: I18n): string {
  if (name === 'format') return i18n._(labelOf(lessonFormatLabels, value))
  if (name === 'grade') return value
  return value === onlineTerritoryUuid ? i18n._(msg`Онлайн`) : title
}

export type SelectedValue = { name: FacetName; value: string; title: string | null }

/** Facet values selected in the URL; the title is null if the response does not contain the value. */
export function selectedValues(filter: CatalogSearch['filter'] = {}, facets: Facets): SelectedValue[] {
  return facetNames.flatMap((name) =>
    (filter[name] ?? []).map((value) => ({
      name,
      value,
      title: lookUp(Object.fromEntries(facets[name].map((one) => [one.value, one.title])), value, null),
    })),
  )
}

/** Replaces the values of one facet in a filter. */
export function withValues(filter: CatalogSearch['filter'], name: FacetName, values: readonly string[]) {
  return { ...filter, [name]: values } as CatalogSearch['filter']
}
