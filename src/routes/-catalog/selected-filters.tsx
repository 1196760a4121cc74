import { Trans, useLingui } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { useTimeOptions } from '#src/routes/-flow/filters/week-time-filter.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { SelectedFilters } from '#src/ui/forms/filter-chips.tsx'
import { facetNames, facetValueLabel } from './facet-labels.ts'
import { type CatalogFilter, type CatalogFiltersProps, useCatalogFilter } from './use-catalog-filter.ts'

type SelectedFilter = { key: string; label: string; remove: () => void }

/** All active filters, with what removes each. */
export function useSelectedFilters({ facets, student }: CatalogFiltersProps): SelectedFilter[] {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const times = useTimeOptions()
  const { filter, isFree, startBy, change, setFree, setStartBy } = useCatalogFilter(student)
  const removeFrom = (name: keyof CatalogFilter, value: string) => () =>
    change({ [name]: filter[name]?.filter((other) => other !== value) })
  const ofFacets = facetNames.flatMap((name) =>
    (filter[name] ?? []).map((value) => {
      const known = facets[name].find((one) => one.value === value)
      const label = known === undefined ? t`неизвестно` : facetValueLabel(name, known, i18n)
      return { key: `${name} ${value}`, label, remove: removeFrom(name, value) }
    }),
  )
  const ofTimes = (['day', 'hours'] as const).flatMap((name) =>
    times[name].flatMap(({ value, label }) => {
      const chosen: readonly string[] = filter[name] ?? []
      return chosen.includes(value) ? [{ key: `${name} ${value}`, label, remove: removeFrom(name, value) }] : []
    }),
  )
  const start = startBy && dates.day(startBy)
  return [
    ...ofFacets,
    ...(isFree ? [{ key: 'free', label: t`В свободное время`, remove: () => setFree(false) }] : []),
    ...ofTimes,
    ...(start ? [{ key: 'start', label: t`Начать до ${start}`, remove: () => setStartBy(undefined) }] : []),
  ]
}

/** The active filters with a button to remove each. */
export function CatalogSelectedFilters(props: CatalogFiltersProps) {
  const { t } = useLingui()
  const { reset } = useCatalogFilter(props.student)
  const selected = useSelectedFilters(props)
  if (selected.length === 0) return null
  return (
    <SelectedFilters
      label={t`Выбранные фильтры`}
      filters={selected.map(({ key, label }) => ({ key, label, removeLabel: t`Убрать фильтр: ${label}` }))}
      onRemove={(key) => selected.find((one) => one.key === key)?.remove()}
    >
      <Button variant="quiet" size="small" onClick={reset}>
        <Trans>Сбросить</Trans>
      </Button>
    </SelectedFilters>
  )
}
