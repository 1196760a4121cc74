import { useLingui } from '@lingui/react/macro'
import { memo, useMemo } from 'react'
import type { ScheduleView } from '#contract/enumerations.ts'
import { calendarWithin } from '#src/school/calendar.ts'
import { PeriodFrame } from '#src/ui/calendar/period-frame.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { type DrawingProps, useGrid } from './drawing.tsx'
import { EarlierDays, ListView } from './list-view.tsx'
import { MonthView } from './month-view.tsx'
import { NothingHere } from './nothing-here.tsx'
import { PaperList } from './paper-list.tsx'
import { daysInView, periodWords } from './period.ts'
import { SheetSkeleton } from './sheet-skeleton.tsx'
import { usePrinting } from './use-printing.ts'
import { WeekView } from './week-view.tsx'

type PeriodViewProps = Omit<DrawingProps, 'days'> & {
  view: ScheduleView
  isFiltered: boolean
  /** Another period was asked for and is on its way; this one stays until it comes. */
  isStale: boolean
}

const drawings = { month: MonthView, week: WeekView, list: ListView }

/** What a view shows of the sheet, or that there is nothing; paper gets the list by days, which loses nothing. */
export const PeriodView = memo(function PeriodView({ view, isFiltered, isStale, ...sheet }: PeriodViewProps) {
  const { t, i18n } = useLingui()
  const isPrinting = usePrinting()
  const { date, calendar } = sheet
  const days = useMemo(() => daysInView(view, date), [view, date])
  const inView = useMemo(() => calendarWithin(days, calendar), [days, calendar])
  const { onTurn } = useGrid(view)
  const isEmpty = inView.items.length + inView.bands.length === 0
  const drawn = { ...sheet, days, calendar: inView }
  if (isPrinting && !isEmpty) return <PaperList {...drawn} view={view} />
  const Drawing = drawings[view]
  return (
    <PeriodFrame
      label={isEmpty ? periodWords(view, date, i18n.locale) : undefined}
      onTurn={(step) => onTurn(step, date)}
    >
      {!isEmpty && <Drawing {...drawn} />}
      {isEmpty && isStale && (
        <Skeleton label={t`Загружаем…`}>
          <SheetSkeleton view={view} date={date} />
        </Skeleton>
      )}
      {isEmpty && !isStale && (
        <>
          {view === 'list' && <EarlierDays date={date} />}
          <NothingHere view={view} isFiltered={isFiltered} />
        </>
      )}
    </PeriodFrame>
  )
})
