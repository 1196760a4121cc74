import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { ScheduleView } from '#contract/enumerations.ts'
import { clipCalendar } from '#src/domain/calendar.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useIsPrinting } from '#src/routes/-query/use-is-printing.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { CompactMonth } from '#src/ui/calendar/compact-month.tsx'
import { AgendaView } from './agenda-view.tsx'
import { type CalendarViewProps, calendarDays, useCalendarGrid } from './day-list.tsx'
import { daysInView, periodTitle } from './period.ts'
import { PrintedPeriod } from './period-view.tsx'
import type { AgendaMonths } from './use-agenda-months.ts'

type PhonePeriodProps = Omit<CalendarViewProps, 'days'> & {
  agenda: AgendaMonths
  view: ScheduleView
  isFiltered: boolean
}

/** The schedule on a phone: the agenda, below the month if that is shown; print has views of its own. */
export function PhonePeriod({ agenda, view, isFiltered, ...shown }: PhonePeriodProps) {
  const { date, today, calendar, onOpen } = shown
  const isPrinting = useIsPrinting()
  if (isPrinting) {
    const days = daysInView(view, date)
    return <PrintedPeriod {...shown} days={days} calendar={clipCalendar(days, calendar)} view={view} />
  }
  const agendaProps = { agenda, calendar, date, today, isFiltered, onOpen }
  // A key: the agenda below the month begins anew with each day that is chosen.
  if (view !== 'month') return <AgendaView key="agenda" {...agendaProps} />
  return (
    <div className="flex flex-col gap-base">
      <MonthOfDots {...shown} />
      <AgendaView key={date} {...agendaProps} isForwardOnly />
    </div>
  )
}

function MonthOfDots({ calendar, date, today }: Pick<CalendarViewProps, 'calendar' | 'date' | 'today'>) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { replace } = useScreenSearch('schedule')
  const { countLabel, onTurn } = useCalendarGrid('month')
  const days = useMemo(() => daysInView('month', date), [date])
  return (
    <CompactMonth
      label={periodTitle('month', date, i18n.locale)}
      days={calendarDays(days, dates, today, date)}
      {...clipCalendar(days, calendar)}
      countLabel={countLabel}
      onTurn={onTurn}
      chosen={date}
      onChooseDay={(day) => replace({ date: day })}
    />
  )
}
