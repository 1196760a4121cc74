import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { memo, useCallback, useMemo, useState } from 'react'
import type { ScheduleView } from '#contract/enumerations.ts'
import { clipCalendar } from '#src/domain/calendar.ts'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { monthKeyOf } from '#src/domain/periods.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useIsPrinting } from '#src/routes/-query/use-is-printing.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { ScheduleSkeleton } from '#src/routes/-schedule/schedule-skeleton.tsx'
import { CalendarPeriod } from '#src/ui/calendar/calendar-period.tsx'
import { CompactMonth } from '#src/ui/calendar/compact-month.tsx'
import { MonthGrid } from '#src/ui/calendar/month-grid.tsx'
import { PrintMonth } from '#src/ui/calendar/print-month.tsx'
import { PrintWeek } from '#src/ui/calendar/print-week.tsx'
import { TimeGrid } from '#src/ui/calendar/time-grid.tsx'
import { EmptyCard, NoMatches } from '#src/ui/feedback/empty-state.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { type CalendarViewProps, calendarDays, DayList, useCalendarGrid } from './day-list.tsx'
import { daysInView, hourLabel, periodTitle } from './period.ts'

type PeriodViewProps = Omit<CalendarViewProps, 'days'> & {
  view: ScheduleView
  isFiltered: boolean
  /** Another period is loading; this one stays until then. */
  isStale: boolean
}

const DayPopover = lazyComponent('day-popover', () => import('./day-popover.tsx'), 'DayPopover')

/** `onMore` shows the items of a day that have no room. */
type ViewProps = CalendarViewProps & { onMore: (day: string) => void }

const views = { month: MonthView, week: WeekView, day: DayView, list: ListView }

/** The selected view of the period, or its empty state; print has views of its own, with all items. */
export const PeriodView = memo(function PeriodView({ view, isFiltered, isStale, ...shown }: PeriodViewProps) {
  const { t, i18n } = useLingui()
  const isPrinting = useIsPrinting()
  const { date, calendar } = shown
  const days = useMemo(() => daysInView(view, date), [view, date])
  const inView = useMemo(() => clipCalendar(days, calendar), [days, calendar])
  const { onTurn } = useCalendarGrid(view)
  const [more, setMore] = useState<{ day: string; date: string } | null>(null)
  // Another period has another place for it, or none.
  const openDay = more?.date === date ? more.day : null
  const isEmpty = inView.items.length + inView.bands.length === 0
  const onMore = useCallback(
    (day: string) => setMore((open) => (open?.day === day && open.date === date ? null : { day, date })),
    [date],
  )
  const viewProps = { ...shown, days, calendar: inView, onMore }
  if (isPrinting && !isEmpty) return <PrintedPeriod {...viewProps} view={view} />
  const View = views[view]
  return (
    <CalendarPeriod
      label={isEmpty ? periodTitle(view, date, i18n.locale) : undefined}
      onTurn={(step) => onTurn(step, date)}
    >
      {!isEmpty && <View {...viewProps} />}
      {openDay !== null && (
        <DayPopover key={openDay} day={openDay} calendar={inView} onOpen={shown.onOpen} onClose={() => setMore(null)} />
      )}
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
  day: <Trans>В этот день ничего нет</Trans>,
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

/** The week by hours; a list on narrow screens. */
function WeekView(props: ViewProps) {
  return <HoursView {...props} view="week" from="lg" />
}

/** One day by hours. */
function DayView(props: ViewProps) {
  return <HoursView {...props} view="day" from="md" />
}

type HoursViewProps = ViewProps & {
  view: 'week' | 'day'
  /** The width from which there is room for hours. */
  from: 'md' | 'lg'
}

/** A period by hours with the current time; a list on narrow screens. */
function HoursView({ view, from, calendar, days, date, today, people, onOpen, onMore }: HoursViewProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { now, minutes } = useSchoolNow()
  const grid = useCalendarGrid(view)
  const shown = useMemo(() => calendarDays(days, dates, today), [days, dates, today])
  const viewProps = { days: shown, ...calendar, onOpen }
  const clock = dates.time(new Date(now).toISOString())
  return (
    <Responsive
      from={from}
      narrow={<DayList {...viewProps} />}
      wide={
        <TimeGrid
          {...viewProps}
          {...grid}
          onMore={onMore}
          label={periodTitle(view, date, i18n.locale)}
          {...(view === 'day' && people && { people })}
          home={date}
          now={days.includes(today) ? { day: today, minutes, label: t`Сейчас ${clock}`, clock } : null}
          allDayLabel={t`весь день`}
          formatHour={hourLabel}
        />
      }
    />
  )
}

/** The month as a grid; on narrow screens dots and the list of the selected day. */
function MonthView({ calendar, days, date, today, onOpen, onMore }: ViewProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { replace } = useScreenSearch('schedule')
  const gridDays = useMemo(() => calendarDays(days, dates, today, date), [days, dates, today, date])
  const { moreLabel, countLabel, onOpenDay, onTurn } = useCalendarGrid('month')
  const viewProps = { label: periodTitle('month', date, i18n.locale), days: gridDays, ...calendar, countLabel, onTurn }
  const ofDay = clipCalendar([date], calendar)
  return (
    <Responsive
      from="month"
      narrow={
        <div className="grid gap-base md:grid-cols-[minmax(0,400px)_minmax(0,1fr)] md:items-start md:gap-lg">
          <CompactMonth {...viewProps} chosen={date} onChooseDay={(day) => replace({ date: day })} />
          {ofDay.items.length + ofDay.bands.length > 0 ? (
            <DayList days={gridDays.filter(({ day }) => day === date)} {...ofDay} onOpen={onOpen} />
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
      wide={
        <MonthGrid
          {...viewProps}
          home={date}
          moreLabel={moreLabel}
          onOpen={onOpen}
          onOpenDay={onOpenDay}
          onMore={onMore}
        />
      }
    />
  )
}

/** The rest of the month by day from `date`. */
function ListView({ calendar, days, date, today, onOpen }: CalendarViewProps) {
  const dates = useDates()
  return (
    <>
      <EarlierDays date={date} />
      <DayList days={calendarDays(days, dates, today)} {...calendar} onOpen={onOpen} />
    </>
  )
}

function EarlierDays({ date }: { date: string }) {
  const { replace } = useScreenSearch('schedule')
  const earlier = daysUntil(date, monthKeyOf(date))
  if (earlier === 0) return null
  return (
    <p className="mb-base">
      <Button
        variant="quiet"
        size="small"
        icon={<Icon name="arrow-up" size={16} />}
        onClick={() => replace({ date: monthKeyOf(date) })}
      >
        <Plural
          value={earlier}
          one="Раньше в этом месяце: # день"
          few="Раньше в этом месяце: # дня"
          many="Раньше в этом месяце: # дней"
          other="Раньше в этом месяце: # дня"
        />
      </Button>
    </p>
  )
}

export type PrintedPeriodProps = CalendarViewProps & { view: ScheduleView }

/** A month or a week on one page; a list or a day on as many as needed. */
export function PrintedPeriod(props: PrintedPeriodProps) {
  const { view, calendar, days, date, today } = props
  const { i18n } = useLingui()
  const dates = useDates()
  if (view !== 'month' && view !== 'week') return <PrintList {...props} />
  const gridDays = calendarDays(days, dates, today, view === 'month' ? date : undefined)
  const Printed = view === 'month' ? PrintMonth : PrintWeek
  return <Printed label={periodTitle(view, date, i18n.locale)} days={gridDays} {...calendar} />
}

/** Periods of several days first, then all items by day. */
function PrintList({ calendar: { items, bands }, days, today, onOpen }: CalendarViewProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  return (
    <div className="columns-2 gap-xl [&_h3]:break-after-avoid [&_li]:break-inside-avoid">
      {bands.length > 0 && (
        <ul className="mb-base">
          {bands.map(({ key, title, from, to }) => (
            <li key={key}>
              {dayRangeText(from, to, i18n.locale)}: {title}
            </li>
          ))}
        </ul>
      )}
      <DayList days={calendarDays(days, dates, today)} items={items} bands={[]} onOpen={onOpen} isPrinted />
    </div>
  )
}
