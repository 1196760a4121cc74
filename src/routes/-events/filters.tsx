import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { SchoolEvent } from '#contract/events.ts'
import { lessonFormatWords } from '#src/i18n/enumeration-words.ts'
import { FilterChip } from '#src/ui/filter-chip.tsx'
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
        <Chips legend={<Trans>Тема</Trans>}>
          {categories.map((category) => (
            <FilterChip
              key={category}
              pressed={filter.categories.includes(category)}
              onClick={() => showOnly({ ...filter, categories: withTurned(filter.categories, category) })}
            >
              {category}
            </FilterChip>
          ))}
        </Chips>
      )}
      {formats.length > 1 && (
        <Chips legend={<Trans>Формат</Trans>}>
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
        </Chips>
      )}
    </div>
  )
}

function Chips({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="w-full min-w-0 md:w-auto">
      <legend className="mb-xxs text-sm font-medium">{legend}</legend>
      <div className="flex gap-xs md:flex-wrap max-md:-mx-base max-md:overflow-x-auto max-md:px-base max-md:py-xxs max-md:[scrollbar-width:none]">
        {children}
      </div>
    </fieldset>
  )
}
