import { useLingui } from '@lingui/react/macro'
import { Suspense, useMemo } from 'react'
import { useDates } from '#src/i18n/use-dates.ts'
import { Agenda } from '#src/ui/calendar/agenda.tsx'
import { SkeletonCalendar } from '#src/ui/skeleton.tsx'
import type { DrawingProps } from './drawing.tsx'
import { hourFormat, periodWords } from './period-words.ts'
import { sheetDays } from './sheet-days.ts'
import { useListProps } from './use-list-props.ts'
import { narrow, useMedia } from './use-media.ts'
import { useMoment } from './use-moment.ts'
import { LazyWeekGrid } from './week-grid-lazy.ts'

/** The week by hours with the present moment marked; where it does not fit, a list by days. */
export function WeekView({ calendar: { items, bands }, days, date, today }: DrawingProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const isNarrow = useMedia(narrow)
  const { instant, minutes } = useMoment()
  const list = useListProps(date)
  const week = useMemo(() => sheetDays(days, { dates, today }), [days, dates, today])
  if (isNarrow) return <Agenda {...list} days={week} items={items} bands={bands} />
  const clock = dates.time(new Date(instant).toISOString())
  return (
    <Suspense fallback={<SkeletonCalendar />}>
      <LazyWeekGrid
        label={periodWords('week', date, i18n.locale)}
        days={week}
        items={items}
        bands={bands}
        now={days.includes(today) ? { day: today, minutes, label: t`Сейчас ${clock}` } : null}
        allDayLabel={list.allDayLabel}
        hourWords={hourFormat(i18n.locale)}
        onOpen={list.onOpen}
      />
    </Suspense>
  )
}
