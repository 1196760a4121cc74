import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-shell/shell/use-now.ts'
import { WeekGrid } from '#src/ui/calendar/week-grid.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { type CalendarViewProps, calendarDays, DayList, useCalendarGrid } from './day-list.tsx'
import { hourLabel, periodTitle } from './period.ts'

/** The week by hours with the current time; a list on narrow screens. */
export function WeekView({ calendar, days, date, today, onOpen }: CalendarViewProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { now, minutes } = useSchoolNow()
  const grid = useCalendarGrid('week')
  const week = useMemo(() => calendarDays(days, dates, today), [days, dates, today])
  const drawn = { days: week, ...calendar, onOpen }
  const clock = dates.time(new Date(now).toISOString())
  return (
    <Responsive
      from="lg"
      narrow={<DayList {...drawn} />}
      wide={
        <WeekGrid
          {...drawn}
          {...grid}
          label={periodTitle('week', date, i18n.locale)}
          home={date}
          now={days.includes(today) ? { day: today, minutes, label: t`Сейчас ${clock}` } : null}
          allDayLabel={t`весь день`}
          hourWords={hourLabel}
        />
      }
    />
  )
}
