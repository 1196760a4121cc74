import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FoundCourses } from '#contract/catalog.ts'
import { onlineTerritory } from '#contract/limits.ts'
import type { CatalogSearch } from '#contract/screen-searches.ts'
import { known, wordsFor } from '#src/i18n/enumeration-words.ts'
import { lessonFormatWords } from '#src/i18n/lesson-words.ts'

export type Facets = FoundCourses['facets']
export type FacetName = keyof Facets
type FacetValue = Pick<Facets[FacetName][number], 'value' | 'title'>

/** By what courses are filtered, in the order in which the page offers it. */
export const facetWords = {
  subject: msg`Предмет`,
  grade: msg`Класс`,
  format: msg`Формат`,
  territory: msg`Площадка`,
} as const satisfies Record<FacetName, unknown>

export const facetNames = Object.keys(facetWords) as FacetName[]

/** What a value of a filter is called, in the language of the page where the answer's own words are in another. */
export function valueWords(name: FacetName, { value, title }: FacetValue, i18n: I18n): string {
  if (name === 'format') return i18n._(wordsFor(lessonFormatWords, value))
  if (name === 'grade') return value
  return value === onlineTerritory ? i18n._(msg`Онлайн`) : title
}

export type ChosenValue = { name: FacetName; value: string; title: string | null }

/** What the address has chosen, each as the answer calls it; null for what is not among its values. */
export function chosenOf(filter: CatalogSearch['filter'] = {}, facets: Facets): ChosenValue[] {
  return facetNames.flatMap((name) =>
    (filter[name] ?? []).map((value) => ({
      name,
      value,
      title: known(Object.fromEntries(facets[name].map((one) => [one.value, one.title])), value, null),
    })),
  )
}

/** A filter with other values of one kind. */
export function withValues(filter: CatalogSearch['filter'], name: FacetName, values: readonly string[]) {
  return { ...filter, [name]: values } as CatalogSearch['filter']
}
