import { Trans, useLingui } from '@lingui/react/macro'
import { lessonFormats } from '#contract/enumerations.ts'
import type { SchoolEvent } from '#contract/learning/events.ts'
import type { EventSearch } from '#contract/screen-search.ts'
import { lessonFormatIcons } from '#src/domain/item-kind.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { FilterDialog, FiltersButton } from '#src/routes/-flow/filters/filters-button.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'

/** One row above the list: the categories, and a button for the formats. On a phone `EventFiltersButton` replaces it. */
export function EventFilters({ events }: { events: readonly SchoolEvent[] }) {
  const { open } = useScreenSearch('events')
  const { filter, categories, formats } = useFilters(events)
  return (
    <div className="flex items-start gap-xs max-md:hidden print:hidden">
      <div className="min-w-0 flex-1">
        {categories.length > 1 && <CategoryChips categories={categories} place="row" />}
      </div>
      {formats.length > 1 && (
        <FiltersButton size="small" count={filter.format?.length ?? 0} onOpen={() => open({ dialog: 'filters' })} />
      )}
    </div>
  )
}

/** On a phone: button with the number of active filters. The dialog of every width; the URL keeps it open. */
export function EventFiltersButton({ events }: { events: readonly SchoolEvent[] }) {
  const { search, open, close, replace } = useScreenSearch('events')
  const { filter, categories, formats } = useFilters(events)
  if (categories.length < 2 && formats.length < 2) return null
  const count = (filter.category?.length ?? 0) + (filter.format?.length ?? 0)
  return (
    <>
      <Responsive
        from="md"
        narrow={<FiltersButton size="small" count={count} onOpen={() => open({ dialog: 'filters' })} />}
        wide={null}
      />
      {search.dialog === 'filters' && (
        <FilterDialog
          count={count}
          submitLabel={<Trans>Показать</Trans>}
          onReset={() => replace({ filter: undefined })}
          onClose={() => close({ dialog: undefined })}
        >
          <FilterFields events={events} />
        </FilterDialog>
      )}
    </>
  )
}

/** The filters of the URL, and the values to choose from. */
function useFilters(events: readonly SchoolEvent[]) {
  const { i18n } = useLingui()
  const { filter = {} } = useScreenSearch('events').search
  return { filter, ...availableFilters(events, filter, i18n.locale) }
}

/** Filters by category and format; a filter with a single value is hidden. */
function FilterFields({ events }: { events: readonly SchoolEvent[] }) {
  const { i18n } = useLingui()
  const { replace } = useScreenSearch('events')
  const { filter, categories, formats } = useFilters(events)
  return (
    <>
      {categories.length > 1 && <CategoryChips categories={categories} place="dialog" />}
      {formats.length > 1 && (
        <FilterChips
          legend={<Trans>Формат</Trans>}
          options={formats.map((format) => ({
            value: format,
            label: i18n._(lessonFormatLabels[format]),
            icon: lessonFormatIcons[format],
          }))}
          selected={filter.format ?? []}
          onChange={(format) => replace({ filter: { ...filter, format } })}
          wrap
        />
      )}
    </>
  )
}

function CategoryChips({ categories, place }: { categories: readonly string[]; place: 'row' | 'dialog' }) {
  const { search, replace } = useScreenSearch('events')
  const { filter = {} } = search
  return (
    <FilterChips
      legend={<Trans>Вид</Trans>}
      legendHidden={place === 'row'}
      options={categories.map((category) => ({ value: category, label: category }))}
      selected={filter.category ?? []}
      onChange={(category) => replace({ filter: { ...filter, category } })}
      wrap={place === 'dialog'}
    />
  )
}

type EventFilter = NonNullable<EventSearch['filter']>

export function filterEvents(events: readonly SchoolEvent[], { category, format }: EventFilter): SchoolEvent[] {
  return events.filter(
    (event) => (category?.includes(event.category) ?? true) && (format?.includes(event.format) ?? true),
  )
}

/** Filter values that occur in the events or are selected in the URL. */
export function availableFilters(
  events: readonly SchoolEvent[],
  { category = [], format: chosen = [] }: EventFilter,
  locale: string,
) {
  const found = new Set([...events.map((event) => event.category), ...category])
  return {
    categories: [...found].toSorted((one, other) => one.localeCompare(other, locale)),
    formats: lessonFormats.filter(
      (format) => chosen.includes(format) || events.some((event) => event.format === format),
    ),
  }
}
