import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useMemo, useSyncExternalStore } from 'react'
import { clipCalendar } from '#src/domain/calendar.ts'
import { monthKeyOf } from '#src/domain/periods.ts'
import { monthGridOf, shiftDay } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ClosedChildren } from '#src/routes/-flow/filters/closed-children.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { SkeletonDays } from '#src/ui/calendar/calendar-skeleton.tsx'
import { type AgendaMonth, EndlessAgenda } from '#src/ui/calendar/endless-agenda.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { type CalendarViewProps, calendarDays } from './day-list.tsx'
import { periodTitle } from './period.ts'
import { type AgendaMonths, extendsByItself, type LoadedMonth } from './use-agenda-months.ts'

type AgendaViewProps = Omit<CalendarViewProps, 'days' | 'people'> & {
  agenda: AgendaMonths
  isFiltered: boolean
  /** Begins with the date: below the month, where choosing a day begins it anew. */
  isForwardOnly?: boolean
}

// Above the days it would move them. From `md` the month has it below.
const note = <ClosedChildren isBelow />
const noteBelowMonth = <div className="md:hidden">{note}</div>

/** All days by month, without end in both directions; the day at the top is in the URL (D-18). */
export function AgendaView({
  agenda,
  calendar,
  date,
  today,
  isFiltered,
  isForwardOnly = false,
  onOpen,
}: AgendaViewProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { followScroll } = useScreenSearch('schedule')
  const { months, extend } = agenda
  const shown = useMemo(
    () =>
      months.map((loaded): AgendaMonth => {
        const { month, state } = loaded
        const days = monthGridOf(month).filter((day) => monthKeyOf(day) === month)
        return {
          key: month,
          title: periodTitle('month', month, i18n.locale),
          days: calendarDays(days, dates, today),
          ...clipCalendar(days, calendar),
          ...(state !== 'ready' && { placeholder: <MonthPlaceholder {...loaded} /> }),
        }
      }),
    [months, calendar, dates, today, i18n.locale],
  )
  const edge = (side: 'earlier' | 'later') => {
    const isNext = extendsByItself(months, side)
    const outer = side === 'earlier' ? months[0] : months.at(-1)
    const month = shiftDay(outer?.month ?? date, side === 'earlier' ? -1 : 1, 'month')
    const title = periodTitle('month', month, i18n.locale)
    return {
      reached: isNext ? () => extend(side) : undefined,
      action: !isNext && outer?.state === 'ready' && (
        <Button variant="quiet" size="small" onClick={() => extend(side)}>
          <Trans>Показать {title}</Trans>
        </Button>
      ),
    }
  }
  const [earlier, later] = [edge('earlier'), edge('later')]
  return (
    <>
      <EndlessAgenda
        months={shown}
        day={date}
        isForwardOnly={isForwardOnly}
        onDayReached={(day) => followScroll({ date: day === today ? undefined : day })}
        onStartReached={earlier.reached}
        onEndReached={later.reached}
        start={earlier.action}
        end={later.action}
        onOpen={onOpen}
        todayNote={isForwardOnly ? noteBelowMonth : note}
        allDayLabel={t`весь день`}
        todayLabel={t`сегодня`}
        emptyMonthLabel={isFiltered ? t`ничего не подходит под фильтры` : t`занятий нет`}
        emptyDayLabel={isFiltered ? t`Ничего не подходит под фильтры.` : t`В этот день ничего нет.`}
      />
      {!isForwardOnly && date !== today && <TodayButton isBelow={date < today} />}
    </>
  )
}

/** Back to today from any place of the agenda of a phone; wide windows have it in the toolbar. */
function TodayButton({ isBelow }: { isBelow: boolean }) {
  const { replace } = useScreenSearch('schedule')
  return (
    <div className="fixed right-base bottom-[calc(72px+env(safe-area-inset-bottom))] z-sticky md:hidden low:hidden print:hidden">
      <Button
        icon={<Icon name={isBelow ? 'arrow-down' : 'arrow-up'} size={16} />}
        onClick={() => replace({ date: undefined, item: undefined })}
      >
        <Trans>Сегодня</Trans>
      </Button>
    </div>
  )
}

/** A month that loads, or that could not be loaded, with a retry. */
function MonthPlaceholder({ state, retry }: LoadedMonth) {
  const { t } = useLingui()
  const connection = useRouteContext({ from: '__root__', select: (context) => context.connection })
  const { isOffline } = useSyncExternalStore(connection.subscribe, connection.read, connection.readOnServer)
  if (state === 'pending') {
    return (
      <Skeleton label={t`Загружаем…`}>
        <SkeletonDays days={1} />
      </Skeleton>
    )
  }
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-xs rounded-lg border border-line-soft bg-surface px-base py-xs"
    >
      <p className="flex min-w-0 flex-1 items-center gap-xs text-sm">
        <span className="text-ink-error">
          <Icon name="warning" size={16} />
        </span>
        {isOffline ? <Trans>Нет связи, а на этом устройстве месяца нет.</Trans> : <Trans>Месяц не загрузился.</Trans>}
      </p>
      <Button size="small" onClick={retry}>
        <Trans>Попробовать снова</Trans>
      </Button>
    </div>
  )
}
