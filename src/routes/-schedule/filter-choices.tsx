import { Trans, useLingui } from '@lingui/react/macro'
import { scheduleFilterKinds, scheduleLayers } from '#contract/enumerations.ts'
import type { ScheduleSearch } from '#contract/screen-searches.ts'
import type { Child } from '#contract/shapes.ts'
import { scheduleFilterKindWords } from '#src/i18n/lesson-words.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { kindLooks, layerLooks } from '#src/school/kinds.ts'
import { Button } from '#src/ui/button.tsx'
import { classes } from '#src/ui/classes.ts'
import { FilterChips } from '#src/ui/filter-chip.tsx'

export type Person = Pick<Child, 'uuid' | 'firstName'>

type FilterChoicesProps = {
  people: readonly Person[]
  /** The kinds have a line of their own, so that they stay where they are when the children become known. */
  isFamily?: boolean
  inSheet?: boolean
}

export function filtersOn({ kind = [], child, layer = [] }: NonNullable<ScheduleSearch['filter']>): number {
  return kind.length + layer.length + (child === undefined ? 0 : 1)
}

/** By child, where there are several, what is laid over, and by kind; the chips are the calendar's legend too. */
export function FilterChoices({ people, isFamily = false, inSheet = false }: FilterChoicesProps) {
  const { t, i18n } = useLingui()
  const { search, replace } = useAddress('schedule')
  const { kind = [], child, layer = [] } = search.filter ?? {}
  const heard = { legendHidden: !inSheet, wraps: inSheet }
  const layerWords = { payments: t`Платежи`, events: t`Мероприятия` }
  return (
    <>
      <div className={classes('flex flex-wrap', isFamily && 'basis-full', inSheet ? 'gap-y-lg' : 'gap-x-lg gap-y-xs')}>
        {people.length > 1 && (
          <FilterChips
            {...heard}
            legend={t`Чьё расписание`}
            none={<Trans>Все дети</Trans>}
            options={people.map(({ uuid, firstName }) => ({ value: uuid, label: firstName }))}
            chosen={child === undefined ? [] : [child]}
            atMostOne
            onChange={([chosen]) => replace({ filter: { kind, child: chosen, layer } })}
          />
        )}
        <FilterChips
          {...heard}
          legend={t`Показать вместе с расписанием`}
          options={scheduleLayers.map((value) => ({ value, label: layerWords[value], icon: layerLooks[value].icon }))}
          chosen={layer}
          onChange={(chosen) => replace({ filter: { kind, child, layer: chosen } })}
        />
      </div>
      <FilterChips
        {...heard}
        legend={t`Что показывать`}
        options={scheduleFilterKinds.map((value) => ({
          value,
          label: i18n._(scheduleFilterKindWords[value]),
          tone: kindLooks[value].tone,
        }))}
        chosen={kind}
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
