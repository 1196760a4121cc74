import { Trans, useLingui } from '@lingui/react/macro'
import type { SchoolEvent } from '#contract/events.ts'
import { lessonFormatWords } from '#src/i18n/enumeration-words.ts'
import { FilterChip, FilterChips } from '#src/ui/filter-chip.tsx'
import { formatIcons } from './format-icons.ts'
import { withTurned } from './search.ts'
import { offered } from './selection.ts'
import { useEventSearch } from './use-event-search.ts'

/** Narrows the list by category and by format; a choice of one is not offered. */
export function Filters({ events }: { events: readonly SchoolEvent[] }) {
  const { i18n } = useLingui()
  const { filter, showOnly } = useEventSearch()
  const { categories, formats } = offered(events, filter, i18n.locale)
  return (
    <div className="flex flex-wrap gap-x-xl gap-y-base print:hidden">
      {categories.length > 1 && (
        <FilterChips legend={<Trans>Тема</Trans>}>
          {categories.map((category) => (
            <FilterChip
              key={category}
              pressed={filter.categories.includes(category)}
              onClick={() => showOnly({ ...filter, categories: withTurned(filter.categories, category) })}
            >
              {category}
            </FilterChip>
          ))}
        </FilterChips>
      )}
      {formats.length > 1 && (
        <FilterChips legend={<Trans>Формат</Trans>}>
          {formats.map((format) => (
            <FilterChip
              key={format}
              pressed={filter.formats.includes(format)}
              icon={formatIcons[format]}
              onClick={() => showOnly({ ...filter, formats: withTurned(filter.formats, format) })}
            >
              {i18n._(lessonFormatWords[format])}
            </FilterChip>
          ))}
        </FilterChips>
      )}
    </div>
  )
}
