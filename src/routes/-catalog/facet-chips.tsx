import { useLingui } from '@lingui/react/macro'
import { lessonFormats } from '#contract/enumerations.ts'
import { lessonFormatIcons } from '#src/domain/item-kind.ts'
import { lookUp } from '#src/i18n/labels.ts'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { type FacetName, type Facets, facetNames, facetTitles, facetValueLabel, withValues } from './facets.ts'

/** Filters by subject, grade, format and territory; each value has the number of matching courses. */
export function FacetChips({ facets }: { facets: Facets }) {
  const { i18n } = useLingui()
  const { search, replace } = useScreenSearch('catalog')
  const { filter } = search
  return (
    <div className="flex flex-col gap-lg">
      {facetNames.map((name) => {
        const chosen: readonly string[] = filter?.[name] ?? []
        // Values without courses are hidden, except selected ones, which must be removable.
        const offered = facets[name].filter(({ value, count }) => count > 0 || chosen.includes(value))
        if (offered.length === 0) return null
        return (
          <FilterChips
            key={name}
            wrap
            legend={i18n._(facetTitles[name])}
            options={offered.map((one) => ({
              value: one.value,
              label: facetValueLabel(name, one, i18n),
              count: one.count,
              icon: iconOf(name, one.value),
            }))}
            selected={chosen}
            onChange={(values) => replace({ filter: withValues(filter, name, values), page: undefined })}
          />
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
