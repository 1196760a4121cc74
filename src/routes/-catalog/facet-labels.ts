import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FoundCourses } from '#contract/enrolment/catalog.ts'
import { onlineTerritoryUuid } from '#contract/limits.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { branchLabels } from '#src/i18n/person-labels.ts'

export type Facets = FoundCourses['facets']
export type FacetName = keyof Facets
export type FacetValue = Pick<Facets[FacetName][number], 'value' | 'title'>

export const facetTitles = {
  branch: msg`Отделение`,
  grade: msg`Класс`,
  subject: msg`Предмет`,
  format: msg`Формат`,
  territory: msg`Площадка`,
} as const satisfies Record<FacetName, unknown>

export const facetNames = ['grade', 'branch', 'subject', 'format', 'territory'] as const satisfies FacetName[]

/** Label of a facet value in the language of the page; the response has Russian titles only. */
export function facetValueLabel(name: FacetName, { value, title }: FacetValue, i18n: I18n): string {
  if (name === 'format') return i18n._(labelOf(lessonFormatLabels, value))
  if (name === 'branch') return i18n._(labelOf(branchLabels, value))
  if (name === 'grade') return i18n._(msg`${value} класс`)
  return value === onlineTerritoryUuid ? i18n._(msg`Онлайн`) : title
}
