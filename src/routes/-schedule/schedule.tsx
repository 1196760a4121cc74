import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'
import type { ScheduleView } from '#contract/enumerations.ts'
import { monthKeyOf } from '#contract/screens.ts'
import { scheduleChangesQuery } from '#src/api/news.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { type ScheduleGroup, scheduleQuery } from '#src/api/schedule.ts'
import type { Calendar } from '#src/domain/calendar.ts'
import { childTagsOf } from '#src/domain/child-tags.ts'
import { mergeScheduleChanges } from '#src/domain/schedule-changes.ts'
import { useSessionSelector } from '#src/routes/-shell/account/use-session.ts'
import { lazyComponent } from '#src/routes/-shell/lazy/lazy-component.tsx'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-shell/shell/use-now.ts'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { classNames } from '#src/ui/class-names.ts'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import type { CalendarLayersProps } from './calendar-layers.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { ScheduleFilters, ScheduleFiltersButton } from './filters/schedule-filters.tsx'
import { ScheduleSkeleton } from './schedule-skeleton.tsx'
import { ScheduleToolbar } from './schedule-toolbar.tsx'
import { SchedulePeriods } from './schedule-view.tsx'
import { adjacentPeriod } from './views/period.ts'

const noLayers: readonly Calendar[] = []

/** Until the code has loaded, the schedule is shown without layers. */
const CalendarLayers = lazyComponent<CalendarLayersProps>(
  'schedule-layers',
  () => import('./calendar-layers.tsx').then((module) => module.CalendarLayers),
  ({ children }) => children(noLayers),
)

/** Only for students: parents have it on their home page. The placeholder has the same height. */
const TodaySummary = lazyComponent(
  'today',
  () => import('./today-summary.tsx').then((module) => module.TodaySummary),
  () => <SkeletonBlock size="small" />,
)

/** Schedule of the user or of the user's children (D-8); the URL holds the selection (D-18). */
export function Schedule({ family }: { family: ScheduleGroup }) {
  const { search } = useScreenSearch('schedule')
  const { today } = useSchoolNow()
  const { view, date = today } = search
  const { query, shown, isCatchingUp } = useMonthQuery(family, date)
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  const changes = useScheduleChanges(isVisitor)
  const { data: children } = useQuery({ ...childrenQuery(), enabled: family === 'parent' })
  const people = useMemo(() => (children !== undefined && children.length > 1 ? children : []), [children])
  const tags = useMemo(() => childTagsOf(people), [people])
  return (
    <>
      {family === 'student' && !isVisitor && (
        <div className="mb-base print:hidden">
          <TodaySummary />
        </div>
      )}
      <ScheduleToolbar
        view={view}
        date={date}
        today={today}
        busy={isCatchingUp}
        filters={<ScheduleFiltersButton people={people} />}
      />
      <ScheduleFilters people={people} isFamily={family === 'parent'} />
      <div
        aria-busy={isCatchingUp}
        className={classNames('transition-opacity', isCatchingUp && 'opacity-60 delay-200 print:opacity-100')}
      >
        <QueryBoundary query={query} skeleton={<ScheduleSkeleton view={view} date={date} />}>
          {(items) => {
            const draw = (layers: readonly Calendar[]) => (
              <SchedulePeriods
                items={items}
                view={view}
                date={shown}
                today={today}
                tags={tags}
                changes={changes}
                layers={layers}
                isStale={isCatchingUp}
              />
            )
            return (
              <>
                <ChangesPanel changes={changes} tags={tags} />
                {search.filter?.layer === undefined ? (
                  draw(noLayers)
                ) : (
                  <CalendarLayers tags={tags} today={today}>
                    {draw}
                  </CalendarLayers>
                )}
                <AdjacentPeriods family={family} view={view ?? 'month'} date={shown} today={today} />
              </>
            )
          }}
        </QueryBoundary>
      </div>
    </>
  )
}

/** Moved and cancelled lessons; empty for visitors and after a failure (D-39). */
function useScheduleChanges(isVisitor: boolean) {
  const { data } = useQuery({ ...scheduleChangesQuery(), enabled: !isVisitor, meta: { optional: true } })
  return useMemo(() => mergeScheduleChanges(data ?? []), [data])
}

/**
 * Query of the month that contains `date`. While a new month is loading, the previous one stays: `shown` is the date of
 * the displayed data.
 */
function useMonthQuery(family: ScheduleGroup, date: string) {
  const query = { ...scheduleQuery(family, monthKeyOf(date)), placeholderData: keepPreviousData }
  const { isPlaceholderData } = useQuery(query)
  const [settled, settle] = useState(date)
  if (!isPlaceholderData && settled !== date) settle(date)
  return { query, shown: isPlaceholderData ? settled : date, isCatchingUp: isPlaceholderData }
}

type AdjacentPeriodsProps = { family: ScheduleGroup; view: ScheduleView; date: string; today: string }

/**
 * Loads the previous and next periods after the current one (D-39). Observers instead of `prefetchQuery`, which would
 * fetch during rendering, also on the server.
 */
const AdjacentPeriods = memo(function Neighbours({ family, view, date, today }: AdjacentPeriodsProps) {
  const inBackground = { meta: { optional: true }, staleTime: Number.POSITIVE_INFINITY } as const
  useQuery({ ...scheduleQuery(family, monthKeyOf(adjacentPeriod(date, view, -1, today))), ...inBackground })
  useQuery({ ...scheduleQuery(family, monthKeyOf(adjacentPeriod(date, view, 1, today))), ...inBackground })
  return null
})
