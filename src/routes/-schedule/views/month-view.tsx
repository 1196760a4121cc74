import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo } from 'react'
import { monthKeyOf } from '#src/domain/periods.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { CompactMonth } from '#src/ui/calendar/compact-month.tsx'
import { MonthGrid } from '#src/ui/calendar/month-grid.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { calendarDays, useCalendarGrid, useTurn, type ViewProps } from './day-list.tsx'
import { daysInView, daysOfMonthTable, monthTableTitle } from './period.ts'

type MonthViewProps = ViewProps & {
  /** The days from the selected one, where the month has only dots. */
  children: ReactNode
}

/** The month as a grid; in narrow windows as dots. */
export function MonthView(props: MonthViewProps) {
  const { calendar, date, today, isAroundToday, onOpen, onMore, children } = props
  const { i18n } = useLingui()
  const dates = useDates()
  const { replace } = useScreenSearch('schedule')
  const ofMonth = useMemo(() => calendarDays(daysInView('month', date), dates, today, date), [dates, today, date])
  const [inDots, inTable] = useMemo(() => {
    if (!isAroundToday) return [ofMonth, ofMonth]
    const [narrow, wide] = [true, false].map((isNarrow) => daysOfMonthTable(date, isAroundToday, isNarrow))
    return [
      calendarDays(narrow ?? [], dates, today),
      calendarDays(wide ?? [], dates, today).map((own) =>
        // As in its accessible name, which must contain what is seen.
        own.day === monthKeyOf(own.day) ? { ...own, number: dates.day(own.day) } : own,
      ),
    ]
  }, [dates, today, date, isAroundToday, ofMonth])
  const { moreLabel, countLabel, onOpenDay } = useCalendarGrid()
  const onTurn = useTurn({ ...props, view: 'month' })
  const viewProps = { ...calendar, label: monthTableTitle(date, isAroundToday, i18n.locale), countLabel, onTurn }
  return (
    <Responsive
      from="month"
      narrow={
        <div className="grid gap-base md:grid-cols-2 md:items-start md:gap-lg">
          <CompactMonth {...viewProps} days={inDots} chosen={date} onChooseDay={(day) => replace({ date: day })} />
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
