import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { dueLabel } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { TimeGrid } from '#src/ui/calendar/time-grid.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { calendarDays, DayList, useCalendarGrid, useTurn, type ViewProps } from './day-list.tsx'
import { hourLabel, periodTitle } from './period.ts'

/** A week or a day by hours with the current time; in windows without room for hours a list. */
export function HoursView(props: HoursViewProps) {
  const { view, calendar, days, date, today, people, onOpen, onMore } = props
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { now, minutes } = useSchoolNow()
  const grid = useCalendarGrid()
  const turn = useTurn(props)
  const shown = useMemo(() => calendarDays(days, dates, today), [days, dates, today])
  const viewProps = { days: shown, ...calendar, onOpen }
  const clock = dates.time(new Date(now).toISOString())
  return (
    <Responsive
      from={view === 'week' ? 'lg' : 'md'}
      narrow={<DayList {...viewProps} />}
      wide={
        <TimeGrid
          {...viewProps}
          {...grid}
          onTurn={turn}
          onMore={onMore}
          label={periodTitle(view, date, i18n.locale)}
          {...(view === 'day' && people && { people })}
          home={date}
          now={days.includes(today) ? { day: today, minutes, label: t`Сейчас ${clock}`, clock } : null}
          allDayLabel={t`весь день`}
          dueLabel={i18n._(dueLabel)}
          formatHour={hourLabel}
        />
      }
    />
  )
}

type HoursViewProps = ViewProps & { view: 'week' | 'day' }
