import { Plural, useLingui } from '@lingui/react/macro'
import { FilterDialog, FiltersButton } from '#src/routes/-shell/filters/filters-button.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { FacetChips } from './facet-chips.tsx'
import { type Facets, selectedValues } from './facets.ts'

/** The filters beside the list; on narrow screens `CatalogFiltersButton` replaces them. */
export function CatalogFilters({ facets }: { facets: Facets }) {
  const { t } = useLingui()
  return (
    <Responsive
      from="lg"
      narrow={null}
      wide={
        <Card as="div" role="group" aria-label={t`Фильтры`}>
          <FacetChips facets={facets} />
        </Card>
      }
    />
  )
}

/** Button with the number of active filters, and the dialog with all filters; the URL keeps it open (D-18). */
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
          <FacetChips facets={facets} />
        </FilterDialog>
      )}
    </>
  )
}
