import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useDates } from '#src/i18n/use-dates.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { calendarWithin } from '#src/school/calendar.ts'
import { ByWidth } from '#src/ui/by-width.tsx'
import { MonthDots } from '#src/ui/calendar/month-dots.tsx'
import { MonthSheet } from '#src/ui/calendar/month-sheet.tsx'
import { DayList, type DrawingProps, drawnDays, useGrid } from './drawing.tsx'
import { periodWords } from './period.ts'

/** The month: a sheet with its items; where seven columns have no room for words, dots and the list of a day. */
export function MonthView({ calendar, days, date, today, onOpen }: DrawingProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { replace } = useAddress('schedule')
  const sheet = useMemo(() => drawnDays(days, dates, today, date), [days, dates, today, date])
  const { moreWords, countWords, onOpenDay, onTurn } = useGrid('month')
  const drawn = { label: periodWords('month', date, i18n.locale), days: sheet, ...calendar, countWords, onTurn }
  const ofDay = calendarWithin([date], calendar)
  return (
    <ByWidth
      from="month"
      narrow={
        <div className="grid gap-base md:grid-cols-[minmax(0,400px)_minmax(0,1fr)] md:items-start md:gap-lg">
          <MonthDots {...drawn} chosen={date} onChooseDay={(day) => replace({ date: day })} />
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
      wide={<MonthSheet {...drawn} home={date} moreWords={moreWords} onOpen={onOpen} onOpenDay={onOpenDay} />}
    />
  )
}
