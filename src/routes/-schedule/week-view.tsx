import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useDates } from '#src/i18n/use-dates.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { ByWidth } from '#src/ui/by-width.tsx'
import { WeekGrid } from '#src/ui/calendar/week-grid.tsx'
import { DayList, type DrawingProps, drawnDays, useGrid } from './drawing.tsx'
import { hourWords, periodWords } from './period.ts'

/** The week by hours with the present moment marked; where seven days of hours do not fit beside each other, a list. */
export function WeekView({ calendar, days, date, today, onOpen }: DrawingProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { now, minutes } = useMoment()
  const grid = useGrid('week')
  const week = useMemo(() => drawnDays(days, dates, today), [days, dates, today])
  const drawn = { days: week, ...calendar, onOpen }
  const clock = dates.time(new Date(now).toISOString())
  return (
    <ByWidth
      from="lg"
      narrow={<DayList {...drawn} />}
      wide={
        <WeekGrid
          {...drawn}
          {...grid}
          label={periodWords('week', date, i18n.locale)}
          home={date}
          now={days.includes(today) ? { day: today, minutes, label: t`Сейчас ${clock}` } : null}
          allDayLabel={t`весь день`}
          hourWords={hourWords}
        />
      }
    />
  )
}
