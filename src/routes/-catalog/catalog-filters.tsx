import { Plural, useLingui } from '@lingui/react/macro'
import type { FoundCourses } from '#contract/enrolment/catalog.ts'
import { lessonFormats } from '#contract/enumerations.ts'
import { lessonFormatIcons } from '#src/domain/item-kind.ts'
import { lookUp } from '#src/i18n/labels.ts'
import { FilterDialog, FiltersButton } from '#src/routes/-flow/filters/filters-button.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { FilterColumn } from '#src/ui/forms/filter-column.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { type FacetName, facetNames, facetTitles, facetValueLabel } from './facet-labels.ts'
import { useSelectedFilters } from './selected-filters.tsx'
import { SortField } from './sort-select.tsx'
import { TimeFilters } from './time-filters.tsx'
import { type CatalogFiltersProps, useCatalogFilter, useNarrowingFacets } from './use-catalog-filter.ts'

/** The filters beside the list; on narrow screens `CatalogFiltersButton` replaces them. */
export function CatalogFilters({ facets, student }: CatalogFiltersProps) {
  const { t } = useLingui()
  return (
    <Responsive
      from="lg"
      narrow={null}
      wide={
        <Card as="div" role="group" aria-label={t`Фильтры`}>
          <FilterFields facets={facets} student={student} look="column" />
        </Card>
      }
    />
  )
}

/** Button with the number of active filters, and the dialog with all filters; the URL keeps it open. */
export function CatalogFiltersButton({
  found,
  student,
}: Pick<CatalogFiltersProps, 'student'> & { found: FoundCourses }) {
  const { search, open, close } = useScreenSearch('catalog')
  const { reset } = useCatalogFilter(student)
  const { total } = found
  const facets = useNarrowingFacets(found, student)
  const count = useSelectedFilters({ facets, student }).length
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
          onReset={reset}
          onClose={() => close({ dialog: undefined })}
        >
          <div className="flex flex-col gap-lg">
            <SortField student={student} />
            <FilterFields facets={facets} student={student} />
          </div>
        </FilterDialog>
      )}
    </>
  )
}

/** Class and times first, then subject, format and territory; each value has the number of matching courses. */
function FilterFields(props: FacetFieldsProps) {
  const [grade, ...others] = facetNames
  return (
    <div className="flex flex-col gap-lg">
      <FacetField {...props} name={grade} />
      <TimeFilters student={props.student} />
      {others.map((name) => (
        <FacetField {...props} key={name} name={name} />
      ))}
    </div>
  )
}

/** Chips of a dialog by default. */
type FacetFieldsProps = CatalogFiltersProps & { look?: 'column' }

function FacetField({ name, facets, student, look }: FacetFieldsProps & { name: FacetName }) {
  const { t, i18n } = useLingui()
  const { filter, change } = useCatalogFilter(student)
  const chosen: readonly string[] = filter[name] ?? []
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
    onChange: (values: string[]) => change({ [name]: values }),
  }
  return look === 'column' ? (
    <FilterColumn {...shared} isGrid={name === 'grade'} moreLabel={(count) => t`ещё ${count}`} />
  ) : (
    <FilterChips {...shared} wrap />
  )
}

function iconOf(name: FacetName, value: string) {
  return name === 'format' && (lessonFormats as readonly string[]).includes(value)
    ? lookUp(lessonFormatIcons, value, 'catalog')
    : undefined
}
