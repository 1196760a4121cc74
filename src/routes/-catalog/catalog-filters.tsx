import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import type { FoundCourses } from '#contract/enrolment/catalog.ts'
import { lessonFormats } from '#contract/enumerations.ts'
import { onlineTerritoryUuid } from '#contract/limits.ts'
import type { CatalogSearch } from '#contract/screen-search.ts'
import { lessonFormatIcons } from '#src/domain/item-kind.ts'
import { labelOf, lookUp } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { FilterDialog, FiltersButton } from '#src/routes/-flow/filters/filters-button.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { FilterColumn } from '#src/ui/forms/filter-column.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'

/** The filters beside the list; on narrow screens `CatalogFiltersButton` replaces them. */
export function CatalogFilters({ facets }: { facets: Facets }) {
  const { t } = useLingui()
  return (
    <Responsive
      from="lg"
      narrow={null}
      wide={
        <Card as="div" role="group" aria-label={t`Фильтры`}>
          <Facets facets={facets} isColumn />
        </Card>
      }
    />
  )
}

/** Button with the number of active filters, and the dialog with all filters; the URL keeps it open. */
export function CatalogFiltersButton({ facets, total }: { facets: Facets; total: number }) {
  const { search, open, close, replace } = useScreenSearch('catalog')
  const count = selectedValues(search.filter, facets).length
  return (
    <>
      <Responsive
        from="lg"
        wide={null}
        narrow={<FiltersButton count={count} onOpen={() => open({ dialog: 'filters' })} />}
      />
      {search.dialog === 'filters' && (
        <FilterDialog
          count={count}
          submitLabel={
            <Plural
              value={total}
              one="Показать # курс"
              few="Показать # курса"
              many="Показать # курсов"
              other="Показать # курса"
            />
          }
          onReset={() => replace({ filter: undefined, page: undefined })}
          onClose={() => close({ dialog: undefined })}
        >
          <Facets facets={facets} />
        </FilterDialog>
      )}
    </>
  )
}

/** Filters by subject, grade, format and territory; each value has the number of matching courses. */
function Facets({ facets, isColumn = false }: { facets: Facets; isColumn?: boolean }) {
  const { t, i18n } = useLingui()
  const { search, replace } = useScreenSearch('catalog')
  const { filter } = search
  return (
    <div className="flex flex-col gap-lg">
      {facetNames.map((name) => {
        const chosen: readonly string[] = filter?.[name] ?? []
        // Values without courses are hidden, except selected ones, which must be removable.
        const offered = facets[name].filter(({ value, count }) => count > 0 || chosen.includes(value))
        if (offered.length === 0) return null
        const shared = {
          legend: i18n._(facetTitles[name]),
          options: offered.map((one) => ({
            value: one.value,
            label: facetValueLabel(name, one, i18n),
            count: one.count,
            icon: iconOf(name, one.value),
          })),
          selected: chosen,
          onChange: (values: string[]) => replace({ filter: withValues(filter, name, values), page: undefined }),
        }
        return isColumn ? (
          <FilterColumn {...shared} key={name} isGrid={name === 'grade'} moreLabel={(count) => t`ещё ${count}`} />
        ) : (
          <FilterChips {...shared} key={name} wrap />
        )
      })}
    </div>
  )
}

function iconOf(name: FacetName, value: string) {
  return name === 'format' && (lessonFormats as readonly string[]).includes(value)
    ? lookUp(lessonFormatIcons, value, 'catalog')
    : undefined
}

export type Facets = FoundCourses['facets']
type FacetName = keyof Facets
type FacetValue = Pick<Facets[FacetName][number], 'value' | 'title'>

/** Titles of the facets in their display order. */
const facetTitles = {
  subject: msg`Предмет`,
  grade: msg`Класс`,
  format: msg`Формат`,
  territory: msg`Площадка`,
} as const satisfies Record<FacetName, unknown>

export const facetNames = Object.keys(facetTitles) as FacetName[]

/** Label of a facet value in the language of the page; the response has Russian titles only. */
export function facetValueLabel(name: FacetName, { value, title }: FacetValue, i18n: I18n): string {
  if (name === 'format') return i18n._(labelOf(lessonFormatLabels, value))
  if (name === 'grade') return i18n._(msg`${value} класс`)
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
