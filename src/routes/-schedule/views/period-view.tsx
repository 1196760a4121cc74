import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, useMemo } from 'react'
import type { ScheduleView } from '#contract/enumerations.ts'
import { clipCalendar } from '#src/domain/calendar.ts'
import { ScheduleSkeleton } from '#src/routes/-schedule/schedule-skeleton.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { CalendarPeriod } from '#src/ui/calendar/calendar-period.tsx'
import { EmptyState, NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { buttonClassNames } from '#src/ui/forms/button-styles.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { type CalendarViewProps, useCalendarGrid } from './day-list.tsx'
import { EarlierDays, ListView } from './list-view.tsx'
import { MonthView } from './month-view.tsx'
import { daysInView, periodTitle } from './period.ts'
import { PrintList } from './print-list.tsx'
import { useIsPrinting } from './use-is-printing.ts'
import { WeekView } from './week-view.tsx'

type PeriodViewProps = Omit<CalendarViewProps, 'days'> & {
  view: ScheduleView
  isFiltered: boolean
  /** Another period is loading; this one stays until then. */
  isStale: boolean
}

const views = { month: MonthView, week: WeekView, list: ListView }

/** The selected view of the period, or its empty state; printing uses the list, which has all items. */
export const PeriodView = memo(function PeriodView({ view, isFiltered, isStale, ...sheet }: PeriodViewProps) {
  const { t, i18n } = useLingui()
  const isPrinting = useIsPrinting()
  const { date, calendar } = sheet
  const days = useMemo(() => daysInView(view, date), [view, date])
  const inView = useMemo(() => clipCalendar(days, calendar), [days, calendar])
  const { onTurn } = useCalendarGrid(view)
  const isEmpty = inView.items.length + inView.bands.length === 0
  const drawn = { ...sheet, days, calendar: inView }
  if (isPrinting && !isEmpty) return <PrintList {...drawn} view={view} />
  const Drawing = views[view]
  return (
    <CalendarPeriod
      label={isEmpty ? periodTitle(view, date, i18n.locale) : undefined}
      onTurn={(step) => onTurn(step, date)}
    >
      {!isEmpty && <Drawing {...drawn} />}
      {isEmpty && isStale && (
        <Skeleton label={t`Загружаем…`}>
          <ScheduleSkeleton view={view} date={date} />
        </Skeleton>
      )}
      {isEmpty && !isStale && (
        <>
          {view === 'list' && <EarlierDays date={date} />}
          <EmptyPeriod view={view} isFiltered={isFiltered} />
        </>
      )}
    </CalendarPeriod>
  )
})

const titles = {
  month: <Trans>В этом месяце ничего нет</Trans>,
  week: <Trans>На этой неделе ничего нет</Trans>,
  list: <Trans>До конца месяца ничего нет</Trans>,
}

/** Empty state of a period. */
function EmptyPeriod({ view, isFiltered }: { view: ScheduleView; isFiltered: boolean }) {
  const { replace } = useScreenSearch('schedule')
  if (isFiltered) {
    return (
      <NoMatches
        title={<Trans>Под эти фильтры ничего не подходит</Trans>}
        resetLabel={<Trans>Показать всё</Trans>}
        onReset={() => replace({ filter: undefined })}
      >
        <Trans>Уберите часть фильтров или посмотрите другие даты.</Trans>
      </NoMatches>
    )
  }
  return (
    <Card>
      <EmptyState
        icon="calendar"
        title={titles[view]}
        action={
          <Link to="/catalog" className={buttonClassNames({ variant: 'secondary' })}>
            <Trans>Выбрать курс в каталоге</Trans>
          </Link>
        }
      >
        <Trans>Здесь появятся занятия, экзамены, беседы и каникулы. Посмотрите другие даты стрелками выше.</Trans>
      </EmptyState>
    </Card>
  )
}
