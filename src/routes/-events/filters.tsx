import { Trans, useLingui } from '@lingui/react/macro'
import type { SchoolEvent } from '#contract/events.ts'
import { lessonFormatWords } from '#src/i18n/lesson-words.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { lessonFormatIcons } from '#src/school/lesson-formats.ts'
import { FilterChips } from '#src/ui/filter-chip.tsx'
import { offeredFilters } from './filter.ts'

/** By category and by format; a choice of one is not offered. */
export function Filters({ events }: { events: readonly SchoolEvent[] }) {
  const { i18n } = useLingui()
  const { search, replace } = useAddress('events')
  const { filter = {} } = search
  const { categories, formats } = offeredFilters(events, filter, i18n.locale)
  return (
    <div className="flex flex-wrap gap-x-xl gap-y-base print:hidden">
      {categories.length > 1 && (
        <FilterChips
          legend={<Trans>Тема</Trans>}
          options={categories.map((category) => ({ value: category, label: category }))}
          chosen={filter.category ?? []}
          onChange={(category) => replace({ filter: { ...filter, category } })}
        />
      )}
      {formats.length > 1 && (
        <FilterChips
          legend={<Trans>Формат</Trans>}
          options={formats.map((format) => ({
            value: format,
            label: i18n._(lessonFormatWords[format]),
            icon: lessonFormatIcons[format],
          }))}
          chosen={filter.format ?? []}
          onChange={(format) => replace({ filter: { ...filter, format } })}
        />
      )}
    </div>
  )
}
