import { useLingui } from '@lingui/react/macro'
import { lessonFormats } from '#contract/enumerations.ts'
import { known } from '#src/i18n/enumeration-words.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { lessonFormatIcons } from '#src/school/lesson-formats.ts'
import { FilterChips } from '#src/ui/filter-chip.tsx'
import { type FacetName, type Facets, facetNames, facetWords, valueWords, withValues } from './facets.ts'

/** By subject, grade, format and place, each value with how many courses it would leave. */
export function FilterChoices({ facets }: { facets: Facets }) {
  const { i18n } = useLingui()
  const { search, replace } = useAddress('catalog')
  const { filter } = search
  return (
    <div className="flex flex-col gap-lg">
      {facetNames.map((name) => {
        const chosen: readonly string[] = filter?.[name] ?? []
        // What would leave nothing is not offered; what is chosen stays, to be taken away.
        const offered = facets[name].filter(({ value, count }) => count > 0 || chosen.includes(value))
        if (offered.length === 0) return null
        return (
          <FilterChips
            key={name}
            wraps
            legend={i18n._(facetWords[name])}
            options={offered.map((one) => ({
              value: one.value,
              label: valueWords(name, one, i18n),
              count: one.count,
              icon: iconOf(name, one.value),
            }))}
            chosen={chosen}
            onChange={(values) => replace({ filter: withValues(filter, name, values), page: undefined })}
          />
        )
      })}
    </div>
  )
}

function iconOf(name: FacetName, value: string) {
  return name === 'format' && (lessonFormats as readonly string[]).includes(value)
    ? known(lessonFormatIcons, value, 'catalog')
    : undefined
}
