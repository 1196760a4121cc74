import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo } from 'react'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { CompactMonth } from '#src/ui/calendar/compact-month.tsx'
import { MonthGrid } from '#src/ui/calendar/month-grid.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { calendarDays, useCalendarGrid, type ViewProps } from './day-list.tsx'
import { periodTitle } from './period.ts'

type MonthViewProps = ViewProps & {
  /** The days from the selected one, where the month has only dots. */
  children: ReactNode
}

/** The month as a grid; in narrow windows as dots. */
export function MonthView({ calendar, days, date, today, onOpen, onMore, children }: MonthViewProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { replace } = useScreenSearch('schedule')
  const gridDays = useMemo(() => calendarDays(days, dates, today, date), [days, dates, today, date])
  const { moreLabel, countLabel, onOpenDay, onTurn } = useCalendarGrid('month')
  const viewProps = { label: periodTitle('month', date, i18n.locale), days: gridDays, ...calendar, countLabel, onTurn }
  return (
    <Responsive
      from="month"
      narrow={
        <div className="grid gap-base md:grid-cols-2 md:items-start md:gap-lg">
          <CompactMonth {...viewProps} chosen={date} onChooseDay={(day) => replace({ date: day })} />
          <div className="min-w-0">{children}</div>
        </div>
      }
      wide={
        <MonthGrid
          {...viewProps}
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
