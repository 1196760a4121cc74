import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo } from 'react'
import { monthKeyOf } from '#src/domain/periods.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { CompactMonth } from '#src/ui/calendar/compact-month.tsx'
import { MonthGrid } from '#src/ui/calendar/month-grid.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { calendarDays, useCalendarGrid, useTurn, type ViewProps } from './day-list.tsx'
import { daysInView, daysOfMonthTable, monthTableTitle } from './period.ts'

type MonthViewProps = ViewProps & {
  /** A day of the month that is shown; `date` is the selected one. */
  tableDay: string
  onTapDay: (day: string) => void
  /** The days from the selected one, where the month has only dots. */
  children: ReactNode
}

/** The month as a grid; in narrow windows as dots. */
export function MonthView(props: MonthViewProps) {
  const { calendar, date, tableDay, today, isAroundToday, onTapDay, onOpen, onMore, children } = props
  const { i18n } = useLingui()
  const dates = useDates()
  const ofMonth = useMemo(
    () => calendarDays(daysInView('month', tableDay), dates, today, tableDay),
    [dates, today, tableDay],
  )
  const [inDots, inTable] = useMemo(() => {
    if (!isAroundToday) return [ofMonth, ofMonth]
    const [narrow, wide] = [true, false].map((isNarrow) => daysOfMonthTable(tableDay, isAroundToday, isNarrow))
    return [
      calendarDays(narrow ?? [], dates, today),
      calendarDays(wide ?? [], dates, today).map((own) =>
        // As in its accessible name, which must contain what is seen.
        own.day === monthKeyOf(own.day) ? { ...own, number: dates.day(own.day) } : own,
      ),
    ]
  }, [dates, today, tableDay, isAroundToday, ofMonth])
  const { moreLabel, countLabel, onOpenDay } = useCalendarGrid()
  const turn = useTurn({ ...props, date: tableDay, view: 'month' })
  const viewProps = {
    ...calendar,
    label: monthTableTitle(tableDay, isAroundToday, i18n.locale),
    countLabel,
    onTurn: turn,
  }
  return (
    <Responsive
      from="month"
      narrow={
        <div className="grid gap-base md:grid-cols-2 md:items-start md:gap-lg">
          <CompactMonth {...viewProps} days={inDots} chosen={date} onChooseDay={onTapDay} />
          <div className="min-w-0">{children}</div>
        </div>
      }
      wide={
        <MonthGrid
          {...viewProps}
          days={inTable}
          home={date}
          moreLabel={moreLabel}
          onOpen={onOpen}
          onOpenDay={onOpenDay}
          onMore={onMore}
        />
      }
    />
  )
}
