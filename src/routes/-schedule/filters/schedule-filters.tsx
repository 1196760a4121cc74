import { Trans } from '@lingui/react/macro'
import { FilterDialog, FiltersButton } from '#src/routes/-shell/filters/filters-button.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { activeFilterCount, type FilterChild, ScheduleFilterChips } from './filter-chips.tsx'

/** The filters above the calendar; on a phone `ScheduleFiltersButton` replaces them. */
export function ScheduleFilters({ people, isFamily }: { people: readonly FilterChild[]; isFamily: boolean }) {
  return (
    <Responsive
      from="md"
      narrow={null}
      wide={
        <div className="mb-base flex flex-wrap gap-x-lg gap-y-xs print:hidden">
          <ScheduleFilterChips people={people} isFamily={isFamily} />
        </div>
      }
    />
  )
}

/** Button with the number of active filters, and the dialog with all filters; the URL keeps it open (D-18). */
export function ScheduleFiltersButton({ people }: { people: readonly FilterChild[] }) {
  const { search, open, replace, close } = useScreenSearch('schedule')
  const count = activeFilterCount(search.filter ?? {})
  return (
    <>
      <FiltersButton count={count} onOpen={() => open({ dialog: 'filters' })} />
      {search.dialog === 'filters' && (
        <FilterDialog
          count={count}
          submitLabel={<Trans>Показать</Trans>}
          onReset={() => replace({ filter: undefined })}
          onClose={() => close({ dialog: undefined })}
        >
          <ScheduleFilterChips people={people} inSheet />
        </FilterDialog>
      )}
    </>
  )
}
