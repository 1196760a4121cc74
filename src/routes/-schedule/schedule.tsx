import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { ScheduleView } from '#contract/enumerations.ts'
import { displayName } from '#contract/people/names.ts'
import type { Child } from '#contract/schemas.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { childrenOf } from '#src/api/profile.ts'
import { scheduleQuery, type ViewerRoleGroup } from '#src/api/schedule.ts'
import { scheduleChangesQuery } from '#src/api/unseen.ts'
import { childTagsOf } from '#src/domain/child-tags.ts'
import { monthKeyOf } from '#src/domain/periods.ts'
import { mergeScheduleChanges } from '#src/domain/schedule-changes.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { childTonesOf } from '#src/routes/-query/child-tones.ts'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useIsPrinting } from '#src/routes/-query/use-is-printing.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { classNames } from '#src/ui/class-names.ts'
import { FoldingBar } from '#src/ui/layout/folding-bar.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Responsive, useMatchesWidth } from '#src/ui/layout/responsive.tsx'
import { CalendarLayers } from './calendar-layers.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { PhoneDays } from './phone-controls.tsx'
import { ActiveFilters, ScheduleChildSelect, ScheduleChildSwitcher } from './schedule-filters.tsx'
import { ScheduleActions, ScheduleMenu } from './schedule-menu.tsx'
import { SchedulePeriods } from './schedule-periods.tsx'
import { ScheduleSkeleton } from './schedule-skeleton.tsx'
import { ScheduleToolbar } from './schedule-toolbar.tsx'
import { TimeZoneNote } from './time-zone-note.tsx'
import { adjacentPeriod, isAroundToday } from './views/period.ts'
import { useAgendaMonths } from './views/use-agenda-months.ts'

const route = getRouteApi('/schedule')

/** Schedule of the user or of the user's children; the URL holds the selection. */
export function Schedule({ roleGroup }: { roleGroup: ViewerRoleGroup }) {
  const title = useScreenTitle()
  const { views } = route.useRouteContext()
  const { search } = useScreenSearch('schedule')
  const { today } = useSchoolNow()
  const { view, date = today } = search
  const { tableDay, onTapDay, onTurn } = useTappedDay(date, view)
  const { result, shown, isCatchingUp } = useMonth(roleGroup, { date, tableDay })
  const isPhone = useMatchesWidth('md') === false
  const agenda = useAgendaMonths(roleGroup, shown.date)
  useAdjacentMonths(roleGroup, view ?? 'month', shown.tableDay, result.data !== undefined && !isPhone)
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  const { changes, isLoading } = useScheduleChanges(isVisitor)
  const { data: children, isLoading: isAwaitingChildren } = useQuery({
    ...childrenOf('seesLearning'),
    enabled: roleGroup === 'parent',
  })
  const isAwaited = result.data !== undefined && (isLoading || isAwaitingChildren)
  const people = useMemo(() => (children !== undefined && children.length > 1 ? children : []), [children])
  const tags = useMemo(() => childTagsOf(people), [people])
  const isByChild = people.length > 0 && search.filter?.child === undefined
  const childTones = useMemo(() => (isByChild ? childTonesOf(people) : null), [isByChild, people])
  const agendaProps = { agenda, view, ...shown, today }
  return (
    // What the page leaves for the calendar and the line of its legend in a window of any height.
    <div
      className={
        roleGroup === 'parent'
          ? '[--calendar-height:calc(100dvh-var(--sticky-top)-216px)]'
          : '[--calendar-height:calc(100dvh-var(--sticky-top)-172px)]'
      }
    >
      <FoldingBar
        hasStickyRow={view === 'list'}
        bar={
          <>
            <div className="md:flex md:justify-between md:gap-xl">
              <div className="flex shrink-0 items-center justify-between gap-x-xxs max-md:relative max-md:min-h-[44px] max-[359px]:flex-wrap md:items-start md:gap-x-base">
                {/* Without the margin of the heading, which holds the note. */}
                <div className="relative min-w-0 max-md:flex-1 max-[359px]:basis-full">
                  <PageHeading isCompact>{title('schedule')}</PageHeading>
                  <PrintedChildren people={children ?? []} chosen={search.filter?.child} />
                  <TimeZoneNote place={roleGroup === 'parent' ? 'beside-heading' : 'below-heading'} />
                </div>
                {roleGroup === 'parent' && (
                  <Responsive
                    from="md"
                    narrow={<ScheduleChildSelect people={people} childTones={childTones} />}
                    wide={null}
                  />
                )}
                <ChangesPanel isInHeading changes={changes} tags={tags} />
                <Responsive from="md" narrow={<ScheduleMenu roleGroup={roleGroup} hasFilters />} wide={null} />
              </div>
              {/* Parents have it on their home page, and the agenda of a phone begins with it. */}
              {roleGroup === 'student' && !isVisitor && (
                <div className="min-w-0 max-md:hidden md:basis-[760px] print:hidden">
                  <views.today />
                </div>
              )}
            </div>
            {roleGroup === 'parent' && (
              <div className="max-md:hidden">
                <ScheduleChildSwitcher people={isAwaitingChildren ? undefined : people} childTones={childTones}>
                  {people.length > 0 && <ScheduleActions />}
                  <ChangesPanel changes={changes} tags={tags} />
                </ScheduleChildSwitcher>
              </div>
            )}
            <Responsive
              from="md"
              narrow={
                <>
                  <PhoneDays {...agendaProps} onTurn={onTurn} />
                  <TimeZoneNote place="below-days" />
                </>
              }
              wide={
                <ScheduleToolbar
                  roleGroup={roleGroup}
                  view={view}
                  date={tableDay}
                  today={today}
                  isAroundToday={isAroundToday(tableDay, today, agenda.months)}
                  busy={isCatchingUp}
                  onTurn={onTurn}
                >
                  {!isAwaitingChildren && people.length === 0 && <ChangesPanel changes={changes} tags={tags} />}
                </ScheduleToolbar>
              }
            />
          </>
        }
      >
        <div
          aria-busy={isCatchingUp}
          className={classNames('transition-opacity', isCatchingUp && 'opacity-60 delay-200 print:opacity-100')}
        >
          {/* The children and the changes would push the schedule down if they came later. */}
          <QueryState
            result={isAwaited ? { ...result, data: undefined } : result}
            skeleton={<ScheduleSkeleton view={view} date={date} />}
          >
            {(items) => (
              <>
                <div className="mb-sm empty:hidden print:hidden">
                  <ActiveFilters />
                </div>
                {people.length === 0 && roleGroup === 'parent' && !isVisitor && (
                  <div className="mb-sm flex max-xl:hidden">
                    <ScheduleActions />
                  </div>
                )}
                <CalendarLayers tags={tags} childTones={childTones} today={today}>
                  {(layers) => (
                    <SchedulePeriods
                      items={items}
                      agenda={agenda}
                      view={view}
                      {...shown}
                      today={today}
                      isAroundToday={isAroundToday(shown.tableDay, today, agenda.months)}
                      onTapDay={onTapDay}
                      onTurn={onTurn}
                      tags={tags}
                      childTones={childTones}
                      changes={changes}
                      layers={layers}
                      isStale={isCatchingUp}
                    />
                  )}
                </CalendarLayers>
              </>
            )}
          </QueryState>
        </div>
      </FoldingBar>
    </div>
  )
}

/** Whose schedule is printed. */
function PrintedChildren({ people, chosen }: { people: readonly Child[]; chosen: string | undefined }) {
  const isPrinting = useIsPrinting()
  const shown = people.filter(({ uuid }) => chosen === undefined || uuid === chosen)
  if (!isPrinting || shown.length === 0) return null
  return <p className="mb-xs text-sm">{shown.map(displayName).join(', ')}</p>
}

/** Moved and cancelled lessons; none for visitors and after a failure. */
function useScheduleChanges(isVisitor: boolean) {
  const { data, isLoading } = useQuery({ ...optionalQuery(scheduleChangesQuery()), enabled: !isVisitor })
  return { changes: useMemo(() => mergeScheduleChanges(data ?? []), [data]), isLoading }
}

type ShownDays = {
  /** The selected day. */
  date: string
  /** A day of the period that the table shows. */
  tableDay: string
}

/**
 * A day that is tapped in the table of a month is selected, and the table stays: its weeks would move under the finger. Any
 * other change of the date shows its own month.
 */
function useTappedDay(date: string, view: ScheduleView | undefined) {
  const { replace } = useScreenSearch('schedule')
  const [tapped, setTapped] = useState<ShownDays | null>(null)
  const isTapped = (view ?? 'month') === 'month' && tapped?.date === date
  const tableDay = isTapped ? tapped.tableDay : date
  const onTapDay = useCallback(
    (day: string) => {
      setTapped({ date: day, tableDay })
      replace({ date: day })
    },
    [replace, tableDay],
  )
  // To the tapped day itself the address stays the same.
  const onTurn = useCallback((to: string) => setTapped((tapped) => (tapped?.date === to ? null : tapped)), [])
  return { tableDay, onTapDay, onTurn }
}

/**
 * The month that contains `tableDay`. While a new month is loading, the previous one stays: `shown` are the days of the
 * displayed data.
 */
function useMonth(roleGroup: ViewerRoleGroup, { date, tableDay }: ShownDays) {
  const result = useQuery({ ...scheduleQuery(roleGroup, monthKeyOf(tableDay)), placeholderData: keepPreviousData })
  const [loaded, setLoaded] = useState({ date, tableDay })
  if (!result.isPlaceholderData && (loaded.date !== date || loaded.tableDay !== tableDay)) setLoaded({ date, tableDay })
  return {
    result,
    shown: result.isPlaceholderData ? loaded : { date, tableDay },
    isCatchingUp: result.isPlaceholderData,
  }
}

/**
 * Loads the months of the previous and next periods after the current one. Observers instead of `prefetchQuery`,
 * which would fetch during rendering, also on the server.
 */
function useAdjacentMonths(roleGroup: ViewerRoleGroup, view: ScheduleView, date: string, enabled: boolean): void {
  const { today } = useSchoolNow()
  const inBackground = {
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    notifyOnChangeProps: [] as [],
  } as const
  useQuery({
    ...optionalQuery(scheduleQuery(roleGroup, monthKeyOf(adjacentPeriod(date, view, -1, today)))),
    ...inBackground,
  })
  useQuery({
    ...optionalQuery(scheduleQuery(roleGroup, monthKeyOf(adjacentPeriod(date, view, 1, today)))),
    ...inBackground,
  })
}
