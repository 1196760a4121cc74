import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useDates } from '#src/i18n/use-dates.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { calendarWithin } from '#src/school/calendar.ts'
import { MonthSheet } from '#src/ui/calendar/month-sheet.tsx'
import { DayList, type DrawingProps, drawnDays } from './drawing.tsx'
import { periodWords } from './period.ts'

/** The month: a sheet, whose days open their week; on a phone a sheet of dots with the list of the chosen day. */
export function MonthView({ calendar, days, date, today, onOpen }: DrawingProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { show, replace } = useAddress('schedule')
  const sheet = useMemo(() => drawnDays(days, dates, today, date), [days, dates, today, date])
  const ofDay = calendarWithin([date], calendar)
  const isFree = ofDay.items.length + ofDay.bands.length === 0
  return (
    <>
      <MonthSheet
        label={periodWords('month', date, i18n.locale)}
        days={sheet}
        chosen={date}
        items={calendar.items}
        bands={calendar.bands}
        moreWords={(count) => t`ещё ${count}`}
        countWords={(count) =>
          t`${plural(count, { one: '# событие', few: '# события', many: '# событий', other: '# события' })}`
        }
        onOpen={onOpen}
        onOpenDay={(day) => show({ view: 'week', date: day })}
        onChooseDay={(day) => replace({ date: day })}
      />
      <div className="mt-base md:hidden">
        <DayList days={sheet.filter(({ day }) => day === date)} {...ofDay} onOpen={onOpen} />
        {isFree && (
          <>
            <h3 className="mb-xs text-base first-letter:uppercase">{dates.weekday(date)}</h3>
            <p className="text-ink-muted">
              <Trans>В этот день ничего нет.</Trans>
            </p>
          </>
        )}
      </div>
    </>
  )
}
