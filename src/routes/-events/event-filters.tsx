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

/** The filters above the list; on a phone `EventFiltersButton` replaces them. */
export function EventFilters({ events }: { events: readonly SchoolEvent[] }) {
  return (
    <div className="flex flex-wrap gap-x-xl gap-y-base max-md:hidden print:hidden">
      <FilterFields events={events} />
    </div>
  )
}

/** On a phone: button with the number of active filters, and their dialog; the URL keeps it open. */
export function EventFiltersButton({ events }: { events: readonly SchoolEvent[] }) {
  const { i18n } = useLingui()
  const { search, open, close, replace } = useScreenSearch('events')
  const { filter = {} } = search
  const { categories, formats } = availableFilters(events, filter, i18n.locale)
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
          <FilterFields events={events} wrap />
        </FilterDialog>
      )}
    </>
  )
}

/** Filters by category and format; a filter with a single value is hidden. `wrap`: for a dialog. */
function FilterFields({ events, wrap = false }: { events: readonly SchoolEvent[]; wrap?: boolean }) {
  const { i18n } = useLingui()
  const { search, replace } = useScreenSearch('events')
  const { filter = {} } = search
  const { categories, formats } = availableFilters(events, filter, i18n.locale)
  return (
    <>
      {categories.length > 1 && (
        <FilterChips
          legend={<Trans>Вид</Trans>}
          options={categories.map((category) => ({ value: category, label: category }))}
          selected={filter.category ?? []}
          onChange={(category) => replace({ filter: { ...filter, category } })}
          wrap={wrap}
        />
      )}
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
          wrap={wrap}
        />
      )}
    </>
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
