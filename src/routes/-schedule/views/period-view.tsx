import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { memo, useCallback, useMemo, useState } from 'react'
import type { ScheduleView } from '#contract/enumerations.ts'
import { clipCalendar } from '#src/domain/calendar.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useIsPrinting } from '#src/routes/-query/use-is-printing.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { ScheduleSkeleton } from '#src/routes/-schedule/schedule-skeleton.tsx'
import type { CalendarPerson } from '#src/ui/calendar/calendar-items.ts'
import { CalendarPeriod } from '#src/ui/calendar/calendar-period.tsx'
import { Legend } from '#src/ui/calendar/legend.tsx'
import { EmptyCard, NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { AgendaView } from './agenda-view.tsx'
import { type CalendarViewProps, useTurn } from './day-list.tsx'
import { daysInView, daysOfMonthTable, periodTitle } from './period.ts'
import type { AgendaMonths } from './use-agenda-months.ts'

type PeriodViewProps = Omit<CalendarViewProps, 'days'> & {
  /** A day of the month that the table shows. */
  tableDay: string
  /** Selects a day and leaves the table as it is. */
  onTapDay: (day: string) => void
  /** A control or key leads to the period of this day. */
  onTurn: (to: string) => void
  agenda: AgendaMonths
  /** Default: on a phone the agenda, otherwise the month. */
  view: ScheduleView | undefined
  isFiltered: boolean
  /** Another period is loading; this one stays until then. */
  isStale: boolean
}

const DayPopover = lazyComponent('day-popover', () => import('./day-popover.tsx'), 'DayPopover')
export const PrintedPeriod = lazyComponent('printed-period', () => import('./printed-period.tsx'), 'PrintedPeriod')

const route = getRouteApi('/schedule')

/** The schedule in the selected view; a phone has no hours but the agenda. Print has views of its own, with all items. */
export const PeriodView = memo(function PeriodView(props: PeriodViewProps) {
  const { agenda, isFiltered, isStale, tableDay, onTapDay, onTurn, ...shown } = props
  const { view } = shown
  const isPrinting = useIsPrinting(PrintedPeriod.prefetch)
  if (isPrinting)
    return (
      <Responsive
        from="md"
        narrow={<PrintedPeriod {...shown} view={view ?? 'list'} />}
        wide={<PrintedPeriod {...shown} view={view ?? 'month'} />}
      />
    )
  const { people: _, ...rest } = shown
  const agendaProps = { ...rest, agenda, isFiltered }
  const list = <AgendaView {...agendaProps} />
  if (view === 'list') return list
  const grid = (
    <GridView
      {...shown}
      {...agendaProps}
      tableDay={tableDay}
      onTapDay={onTapDay}
      onTurn={onTurn}
      isStale={isStale}
      view={view ?? 'month'}
    />
  )
  return view === 'month' ? grid : <Responsive from="md" narrow={list} wide={grid} />
})

type GridViewProps = Omit<PeriodViewProps, 'view'> & { view: Exclude<ScheduleView, 'list'> }

/** A month, a week or a day, or its empty state. */
function GridView({ agenda, view, tableDay, isFiltered, isStale, people, onTapDay, onTurn, ...shown }: GridViewProps) {
  const { t, i18n } = useLingui()
  const { date, isAroundToday, calendar } = shown
  const { views } = route.useRouteContext()
  const days = useMemo(() => {
    if (view !== 'month') return daysInView(view, date)
    const inTables = [false, true].flatMap((isNarrow) => daysOfMonthTable(tableDay, isAroundToday, isNarrow))
    return [...new Set([...daysInView(view, tableDay), ...inTables])]
  }, [view, date, tableDay, isAroundToday])
  const inView = useMemo(() => clipCalendar(days, calendar), [days, calendar])
  const turn = useTurn({ ...shown, onTurn, view, ...(view === 'month' && { date: tableDay }) })
  const [more, setMore] = useState<{ day: string; date: string } | null>(null)
  // Another period has another place for it, or none.
  const openDay = more?.date === date ? more.day : null
  const isEmpty = inView.items.length + inView.bands.length === 0
  const onMore = useCallback(
    (day: string) => setMore((open) => (open?.day === day && open.date === date ? null : { day, date })),
    [date],
  )
  const viewProps = { ...shown, days, calendar: inView, onMore, onTurn }
  return (
    <CalendarPeriod
      label={isEmpty ? periodTitle(view, view === 'month' ? tableDay : date, i18n.locale) : undefined}
      onTurn={(step) => turn(step, date)}
    >
      {!isEmpty && view === 'month' && (
        <views.month {...viewProps} tableDay={tableDay} onTapDay={onTapDay}>
          {people && <DotsLegend people={people} calendar={inView} />}
          {/* It begins anew with each day that is selected. */}
          <AgendaView key={date} {...shown} agenda={agenda} isFiltered={isFiltered} isForwardOnly />
        </views.month>
      )}
      {!isEmpty && view !== 'month' && <views.hours {...viewProps} view={view} people={people} />}
      {openDay !== null && (
        <DayPopover key={openDay} day={openDay} calendar={inView} onOpen={shown.onOpen} onClose={() => setMore(null)} />
      )}
      {isEmpty && isStale && (
        <Skeleton label={t`Загружаем…`}>
          <ScheduleSkeleton view={view} date={date} />
        </Skeleton>
      )}
      {isEmpty && !isStale && <EmptyPeriod view={view} isFiltered={isFiltered} />}
    </CalendarPeriod>
  )
}

/** What the dots of a phone stand for, in one line below the month. Wider windows have the legend of the colours. */
function DotsLegend({ people, calendar }: Pick<GridViewProps, 'calendar'> & { people: readonly CalendarPerson[] }) {
  const { t } = useLingui()
  return (
    <div className="-mt-sm mb-sm md:hidden print:hidden">
      <Legend
        title={t`Цвета детей`}
        entries={people.map(({ key, tone, name }) => ({ key, tone, label: name }))}
        isTitleHidden
      >
        {calendar.items.some(({ cancelled }) => cancelled) && (
          <li className="flex items-center gap-xxs">
            <span className="size-[8px] flex-none rounded-full border border-line-control" />
            <Trans>отменено</Trans>
          </li>
        )}
      </Legend>
    </div>
  )
}

const titles = {
  month: <Trans>В этом месяце ничего нет</Trans>,
  week: <Trans>На этой неделе ничего нет</Trans>,
  day: <Trans>В этот день ничего нет</Trans>,
}

/** Empty state of a period. */
function EmptyPeriod({ view, isFiltered }: Pick<GridViewProps, 'view' | 'isFiltered'>) {
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
    <EmptyCard
      icon="calendar"
      title={titles[view]}
      action={
        <ButtonLink to="/catalog">
          <Trans>Выбрать курс в каталоге</Trans>
        </ButtonLink>
      }
    >
      <Trans>Здесь появятся занятия, экзамены, беседы и каникулы. Посмотрите другие даты стрелками выше.</Trans>
    </EmptyCard>
  )
}
