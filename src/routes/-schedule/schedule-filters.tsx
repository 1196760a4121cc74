import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { scheduleFilterKinds, scheduleLayers } from '#contract/enumerations.ts'
import type { Child } from '#contract/schemas.ts'
import type { ChildTones } from '#src/domain/calendar.ts'
import { itemKindAppearances, layerAppearances } from '#src/domain/item-kind.ts'
import { scheduleFilterKindLabels } from '#src/i18n/lesson-labels.ts'
import { ChildSelect } from '#src/routes/-flow/filters/child-select.tsx'
import { ChildSwitcher, type ChildSwitcherProps } from '#src/routes/-flow/filters/child-switcher.tsx'
import { FilterDialog, FiltersButton } from '#src/routes/-flow/filters/filters-button.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { FilterChips, SelectedFilters } from '#src/ui/forms/filter-chips.tsx'

/** Button with the number of active filters. */
export function ScheduleFiltersButton() {
  const { search, open, close } = useScreenSearch('schedule')
  return (
    <FiltersButton
      count={useFilterCount()}
      onOpen={() => (search.dialog === 'filters' ? close({ dialog: undefined }) : open({ dialog: 'filters' }))}
    />
  )
}

/** The number of active filters. */
export function useFilterCount(): number {
  const { kind = [], layer = [] } = useScreenSearch('schedule').search.filter ?? {}
  return kind.length + layer.length
}

/** The dialog with all filters; the URL keeps it open. */
export function ScheduleFilterDialog() {
  const { search, replace, close } = useScreenSearch('schedule')
  const count = useFilterCount()
  if (search.dialog !== 'filters') return null
  return (
    <FilterDialog
      count={count}
      submitLabel={<Trans>Показать</Trans>}
      onReset={() => replace({ filter: { child: search.filter?.child } })}
      onClose={() => close({ dialog: undefined })}
    >
      <ScheduleFilterChips />
    </FilterDialog>
  )
}

/** Filters by layer and kind. */
function ScheduleFilterChips() {
  const { t, i18n } = useLingui()
  const { search, replace } = useScreenSearch('schedule')
  const { kind = [], child, layer = [] } = search.filter ?? {}
  const layerLabels = useLayerLabels()
  return (
    <>
      <FilterChips
        wrap
        legend={t`Показать вместе с расписанием`}
        options={scheduleLayers.map((value) => ({
          value,
          label: layerLabels[value],
          icon: layerAppearances[value].icon,
        }))}
        selected={layer}
        onChange={(chosen) => replace({ filter: { kind, child, layer: chosen } })}
      />
      <FilterChips
        wrap
        legend={t`Что показывать`}
        options={scheduleFilterKinds.map((value) => ({
          value,
          label: i18n._(scheduleFilterKindLabels[value]),
          icon: itemKindAppearances[value].icon,
        }))}
        selected={kind}
        onChange={(chosen) => replace({ filter: { kind: chosen, child, layer } })}
      />
    </>
  )
}

type ChildChoiceProps = {
  people: readonly Pick<Child, 'uuid' | 'firstName'>[] | undefined
  /** The colours of the children, if the calendar has them. */
  childTones: ChildTones | null
}

/** Selects whose schedule is shown; `children` is the content at the end of the row. */
export function ScheduleChildSwitcher({ children, ...choice }: ChildChoiceProps & { children: ReactNode }) {
  return <ChildSwitcher {...useChildChoice(choice)}>{children}</ChildSwitcher>
}

/** The same on a phone. */
export function ScheduleChildSelect(choice: ChildChoiceProps) {
  return <ChildSelect {...useChildChoice(choice)} />
}

function useChildChoice({ people, childTones }: ChildChoiceProps): ChildSwitcherProps {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('schedule')
  const { kind, child, layer } = search.filter ?? {}
  const choose = (chosen: string | undefined) => replace({ filter: { kind, child: chosen, layer }, item: undefined })
  return {
    legend: t`Чьё расписание`,
    people: people?.map(({ uuid, firstName }) => ({ uuid, firstName, tone: childTones?.get(uuid) })),
    chosen: child,
    onChooseAll: () => choose(undefined),
    onChoose: choose,
  }
}

/** The selected kinds and layers, each with a button that removes it. */
export function ActiveFilters() {
  const { t, i18n } = useLingui()
  const { search, replace } = useScreenSearch('schedule')
  const { kind = [], child, layer = [] } = search.filter ?? {}
  const layerLabels = useLayerLabels()
  const labels = [
    ...kind.map((value) => ({ key: value, label: i18n._(scheduleFilterKindLabels[value]) })),
    ...layer.map((value) => ({ key: value, label: layerLabels[value] })),
  ]
  if (labels.length === 0) return null
  const remove = (key: string) => {
    const isKept = (value: string) => value !== key
    replace({ filter: { kind: kind.filter(isKept), child, layer: layer.filter(isKept) } })
  }
  return (
    <SelectedFilters
      label={t`Выбранные фильтры`}
      filters={labels.map(({ key, label }) => ({ key, label, removeLabel: t`Убрать фильтр: ${label}` }))}
      onRemove={remove}
    />
  )
}

function useLayerLabels() {
  const { t } = useLingui()
  return { payments: t`Платежи`, events: t`Мероприятия` }
}
