import { Trans, useLingui } from '@lingui/react/macro'
import type { DayPart, Weekday } from '#contract/enumerations.ts'
import { type TimeFilter, weekdayOptions } from '#src/domain/weekly-slots.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'

type TimeOptions = { day: { value: Weekday; label: string }[]; hours: { value: DayPart; label: string }[] }

/** Days of the week and parts of the day with their labels. */
export function useTimeOptions(): TimeOptions {
  const { t } = useLingui()
  const dates = useDates()
  return {
    day: weekdayOptions(dates),
    hours: [
      { value: 'morning', label: t`до 12:00` },
      { value: 'afternoon', label: t`12:00–17:00` },
      { value: 'evening', label: t`после 17:00` },
    ],
  }
}

type WeekTimeFilterProps = {
  filter: TimeFilter
  onChange: (change: TimeFilter) => void
  /** On a phone the chips wrap instead of scrolling: for dialogs. */
  wrap?: boolean
}

/** Filters groups by weekday and part of the day. */
export function WeekTimeFilter({ filter, onChange, wrap = false }: WeekTimeFilterProps) {
  const { day, hours } = useTimeOptions()
  return (
    <>
      <FilterChips
        legend={<Trans>Удобные дни</Trans>}
        options={day}
        selected={filter.day ?? []}
        onChange={(chosen) => onChange({ day: chosen })}
        wrap={wrap}
      />
      <FilterChips
        legend={<Trans>Удобное время</Trans>}
        options={hours}
        selected={filter.hours ?? []}
        onChange={(chosen) => onChange({ hours: chosen })}
        wrap={wrap}
      />
    </>
  )
}
