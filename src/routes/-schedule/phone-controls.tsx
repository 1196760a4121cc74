import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { ScheduleView } from '#contract/enumerations.ts'
import { dayOfEntry, filterEntries, mergeScheduleItems } from '#src/domain/schedule-entries.ts'
import { monthGridOf, startOfWeek, weekOf } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { WeekStrip } from '#src/ui/calendar/week-strip.tsx'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { PeriodArrow, PeriodTitle } from './schedule-toolbar.tsx'
import { calendarDays } from './views/day-list.tsx'
import { isAroundToday, monthTableTitle, periodTitle } from './views/period.ts'
import type { AgendaMonths } from './views/use-agenda-months.ts'

type PhoneDaysProps = {
  agenda: AgendaMonths
  view: ScheduleView | undefined
  date: string
  /** A day of the month that the table shows. */
  tableDay: string
  today: string
  onTurn: (to: string) => void
}

/** Below the title on a phone: the days around the agenda, or the arrows of the month. */
export function PhoneDays({ agenda: { months, items }, view, date, tableDay, today, onTurn }: PhoneDaysProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { search, replace } = useScreenSearch('schedule')
  const weeks = useMemo(() => {
    const days = months.flatMap(({ month }) => monthGridOf(month))
    return [...new Set(days.map(startOfWeek))].map((monday) => calendarDays(weekOf(monday), dates, today))
  }, [months, dates, today])
  const busyDays = useMemo(() => {
    const shown = filterEntries(mergeScheduleItems(items), search.filter ?? {})
    return new Set(shown.map((entry) => dayOfEntry(entry, dates)))
  }, [items, search.filter, dates])
  const monthSwitch = <MonthSwitch isOn={view === 'month'} />
  if (view === 'month') {
    const shown = { view, date: tableDay, today, isAroundToday: isAroundToday(tableDay, today, months), onTurn }
    return (
      <div className="flex items-center justify-between gap-xs py-xs max-md:[&_a]:min-w-control">
        <PeriodArrow {...shown} step={-1} />
        <PeriodTitle>{monthTableTitle(tableDay, shown.isAroundToday, i18n.locale, true)}</PeriodTitle>
        <PeriodArrow {...shown} step={1} />
        {monthSwitch}
      </div>
    )
  }
  return (
    <div className="-mx-xs flex items-center pt-xs print:hidden">
      <span className="sr-only">
        <PeriodTitle>{periodTitle('month', date, i18n.locale)}</PeriodTitle>
      </span>
      <div className="min-w-0 flex-1">
        <WeekStrip
          label={t`Дни`}
          weeks={weeks}
          chosen={date}
          busyDays={busyDays}
          busyLabel={t`есть занятия`}
          onChoose={(day) => replace({ date: day === today ? undefined : day, item: undefined })}
        />
      </div>
      {monthSwitch}
    </div>
  )
}

/** The month above the agenda, or the days of a week. */
function MonthSwitch({ isOn }: { isOn: boolean }) {
  const { t } = useLingui()
  const { show } = useScreenSearch('schedule')
  return (
    <IconButton
      icon="calendar"
      label={t`Месяц`}
      aria-pressed={isOn}
      // From the top: the page may be scrolled to a late day.
      onClick={() => show({ view: isOn ? undefined : 'month' }, { resetScroll: true })}
    />
  )
}
