import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { clipCalendar } from '#src/domain/calendar.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { CompactMonth } from '#src/ui/calendar/compact-month.tsx'
import { MonthGrid } from '#src/ui/calendar/month-grid.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { type CalendarViewProps, calendarDays, DayList, useCalendarGrid } from './day-list.tsx'
import { periodTitle } from './period.ts'

/** The month as a grid; on narrow screens dots and the list of the selected day. */
export function MonthView({ calendar, days, date, today, onOpen }: CalendarViewProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { replace } = useScreenSearch('schedule')
  const sheet = useMemo(() => calendarDays(days, dates, today, date), [days, dates, today, date])
  const { moreWords, countWords, onOpenDay, onTurn } = useCalendarGrid('month')
  const drawn = { label: periodTitle('month', date, i18n.locale), days: sheet, ...calendar, countWords, onTurn }
  const ofDay = clipCalendar([date], calendar)
  return (
    <Responsive
      from="month"
      narrow={
        <div className="grid gap-base md:grid-cols-[minmax(0,400px)_minmax(0,1fr)] md:items-start md:gap-lg">
          <CompactMonth {...drawn} chosen={date} onChooseDay={(day) => replace({ date: day })} />
          {ofDay.items.length + ofDay.bands.length > 0 ? (
            <DayList days={sheet.filter(({ day }) => day === date)} {...ofDay} onOpen={onOpen} />
          ) : (
            <div>
              <h3 className="mb-xs text-base first-letter:uppercase">{dates.weekday(date)}</h3>
              <p className="text-ink-muted">
                <Trans>В этот день ничего нет.</Trans>
              </p>
            </div>
          )}
        </div>
      }
      wide={<MonthGrid {...drawn} home={date} moreWords={moreWords} onOpen={onOpen} onOpenDay={onOpenDay} />}
    />
  )
}
