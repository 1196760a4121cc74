import { Trans, useLingui } from '@lingui/react/macro'
import type { DayPart } from '#contract/enumerations.ts'
import { weekdayOptions } from '#src/domain/weekly-slots.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'

/** The suitable times of the week, kept in the URL by both steps that list groups. */
export function useTimeFilter() {
  const { search, swap } = useScreenSearch('schedule-change')
  return { filter: search.filter, replace: (filter: typeof search.filter) => swap({ filter }) }
}

/** Filters the groups of a step by weekday and part of the day. */
export function TimeFilter() {
  const { t } = useLingui()
  const dates = useDates()
  const { filter = {}, replace } = useTimeFilter()
  const hours: { value: DayPart; label: string }[] = [
    { value: 'morning', label: t`до 12:00` },
    { value: 'afternoon', label: t`12:00–17:00` },
    { value: 'evening', label: t`после 17:00` },
  ]
  return (
    <div className="flex flex-wrap gap-x-lg gap-y-sm">
      <FilterChips
        legend={<Trans>Удобные дни</Trans>}
        options={weekdayOptions(dates)}
        selected={filter.day ?? []}
        onChange={(day) => replace({ ...filter, day })}
      />
      <FilterChips
        legend={<Trans>Удобное время</Trans>}
        options={hours}
        selected={filter.hours ?? []}
        onChange={(chosen) => replace({ ...filter, hours: chosen })}
      />
    </div>
  )
}

/** Shown instead of the groups if none suits. */
export function NoGroupSuits() {
  const { replace } = useTimeFilter()
  return (
    <EmptyCard
      icon="calendar"
      title={<Trans>В это время групп нет</Trans>}
      action={
        <Button onClick={() => replace(undefined)}>
          <Trans>Показать все группы</Trans>
        </Button>
      }
    >
      <Trans>Выберите другие дни или часы.</Trans>
    </EmptyCard>
  )
}
