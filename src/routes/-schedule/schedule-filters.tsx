import { Trans, useLingui } from '@lingui/react/macro'
import { scheduleFilterKinds, scheduleLayers } from '#contract/enumerations.ts'
import type { Child } from '#contract/schemas.ts'
import type { ScheduleSearch } from '#contract/screen-search.ts'
import { itemKindAppearances, layerAppearances } from '#src/domain/item-kind.ts'
import { scheduleFilterKindLabels } from '#src/i18n/lesson-labels.ts'
import { FilterDialog, FiltersButton } from '#src/routes/-shell/filters/filters-button.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'

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

type FilterChild = Pick<Child, 'uuid' | 'firstName'>

type ScheduleFilterChipsProps = {
  people: readonly FilterChild[]
  /** Puts the kinds on a separate line, so that they do not shift when the children have loaded. */
  isFamily?: boolean
  inSheet?: boolean
}

function activeFilterCount({ kind = [], child, layer = [] }: NonNullable<ScheduleSearch['filter']>): number {
  return kind.length + layer.length + (child === undefined ? 0 : 1)
}

/** Filters by child, layer and kind; the chips are also the legend of the calendar. */
function ScheduleFilterChips({ people, isFamily = false, inSheet = false }: ScheduleFilterChipsProps) {
  const { t, i18n } = useLingui()
  const { search, replace } = useScreenSearch('schedule')
  const { kind = [], child, layer = [] } = search.filter ?? {}
  const heard = { legendHidden: !inSheet, wrap: inSheet }
  const layerWords = { payments: t`Платежи`, events: t`Мероприятия` }
  return (
    <>
      <div
        className={classNames('flex flex-wrap', isFamily && 'basis-full', inSheet ? 'gap-y-lg' : 'gap-x-lg gap-y-xs')}
      >
        {people.length > 1 && (
          <FilterChips
            {...heard}
            legend={t`Чьё расписание`}
            allLabel={<Trans>Все дети</Trans>}
            options={people.map(({ uuid, firstName }) => ({ value: uuid, label: firstName }))}
            selected={child === undefined ? [] : [child]}
            single
            onChange={([chosen]) => replace({ filter: { kind, child: chosen, layer } })}
          />
        )}
        <FilterChips
          {...heard}
          legend={t`Показать вместе с расписанием`}
          options={scheduleLayers.map((value) => ({
            value,
            label: layerWords[value],
            icon: layerAppearances[value].icon,
          }))}
          selected={layer}
          onChange={(chosen) => replace({ filter: { kind, child, layer: chosen } })}
        />
      </div>
      <FilterChips
        {...heard}
        legend={t`Что показывать`}
        options={scheduleFilterKinds.map((value) => ({
          value,
          label: i18n._(scheduleFilterKindLabels[value]),
          tone: itemKindAppearances[value].tone,
        }))}
        selected={kind}
        onChange={(chosen) => replace({ filter: { kind: chosen, child, layer } })}
      >
        {!inSheet && kind.length > 0 && (
          <Button variant="quiet" size="small" onClick={() => replace({ filter: { child, layer } })}>
            <Trans>Сбросить</Trans>
          </Button>
        )}
      </FilterChips>
    </>
  )
}
