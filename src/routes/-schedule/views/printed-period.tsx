import { useLingui } from '@lingui/react/macro'
import type { ScheduleView } from '#contract/enumerations.ts'
import { clipCalendar } from '#src/domain/calendar.ts'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { bandText } from '#src/ui/calendar/calendar-items.ts'
import { PrintMonth } from '#src/ui/calendar/print-month.tsx'
import { PrintWeek } from '#src/ui/calendar/print-week.tsx'
import { type CalendarViewProps, calendarDays, DayList } from './day-list.tsx'
import { daysInView, daysOfMonthTable, monthTableTitle, periodTitle } from './period.ts'

export type PrintedPeriodProps = Omit<CalendarViewProps, 'days'> & { view: ScheduleView }

/** A month or a week on one page; a list until the end of its month, or a day, on as many as needed. */
export function PrintedPeriod(props: PrintedPeriodProps) {
  const { view, date, today, isAroundToday, calendar, onOpen } = props
  const { i18n } = useLingui()
  const dates = useDates()
  const days = view === 'month' ? daysOfMonthTable(date, isAroundToday) : daysInView(view, date)
  const shown = clipCalendar(days, calendar)
  if (view === 'month' || view === 'week') {
    const Printed = view === 'month' ? PrintMonth : PrintWeek
    const isWholeMonth = view === 'month' && !isAroundToday
    const gridDays = calendarDays(days, dates, today, isWholeMonth ? date : undefined)
    const label =
      view === 'month' ? monthTableTitle(date, isAroundToday, i18n.locale) : periodTitle(view, date, i18n.locale)
    return <Printed label={label} days={gridDays} {...shown} />
  }
  return (
    <div className="columns-2 gap-xl [&_h3]:break-after-avoid [&_li]:break-inside-avoid">
      {shown.bands.length > 0 && (
        <ul className="mb-base">
          {shown.bands.map((band) => (
            <li key={band.key}>
              {dayRangeText(band.from, band.to, i18n.locale)}: {bandText(band)}
            </li>
          ))}
        </ul>
      )}
      <DayList days={calendarDays(days, dates, today)} items={shown.items} bands={[]} onOpen={onOpen} />
    </div>
  )
}
