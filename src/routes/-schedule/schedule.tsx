import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { monthOf } from '#contract/screens.ts'
import { scheduleChangesQuery } from '#src/api/news.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { type ScheduleGroup, scheduleQuery } from '#src/api/schedule.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import type { Calendar } from '#src/school/calendar.ts'
import { changesOf } from '#src/school/changes.ts'
import { tagsOf } from '#src/school/children.ts'
import { classes } from '#src/ui/classes.ts'
import { SkeletonBlock } from '#src/ui/skeleton.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { Filters, FiltersButton } from './filters.tsx'
import type { LaidOverProps } from './laid-over.tsx'
import { Neighbours } from './neighbours.tsx'
import { Sheet } from './sheet.tsx'
import { SheetSkeleton } from './sheet-skeleton.tsx'
import { Toolbar } from './toolbar.tsx'

const nothing: readonly Calendar[] = []

/** Most look at the schedule alone; until this has come they do. */
const LaidOver = latePart<LaidOverProps>(
  'schedule-layers',
  () => import('./laid-over.tsx').then((module) => module.LaidOver),
  ({ children }) => children(nothing),
)

/** A parent has a page of their own for it; what stands in for it is as high. */
const Today = latePart(
  'today',
  () => import('./today.tsx').then((module) => module.Today),
  () => <SkeletonBlock size="small" />,
)

/** The schedule of the person or of the person's children (D-8); all that was chosen is in the address (D-18). */
export function Schedule({ family }: { family: ScheduleGroup }) {
  const { search } = useAddress('schedule')
  const { today } = useMoment()
  const { view, date = today } = search
  const { query, shown, isCatchingUp } = useSheet(family, date)
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  const changes = useChanges(isVisitor)
  const { data: children } = useQuery({ ...childrenQuery(), enabled: family === 'parent' })
  const people = useMemo(() => (children !== undefined && children.length > 1 ? children : []), [children])
  const tags = useMemo(() => tagsOf(people), [people])
  return (
    <>
      {family === 'student' && !isVisitor && (
        <div className="mb-base print:hidden">
          <Today />
        </div>
      )}
      <Toolbar view={view} date={date} today={today} busy={isCatchingUp} filters={<FiltersButton people={people} />} />
      <Filters people={people} isFamily={family === 'parent'} />
      <div
        aria-busy={isCatchingUp}
        className={classes('transition-opacity', isCatchingUp && 'opacity-60 delay-200 print:opacity-100')}
      >
        <Loaded query={query} skeleton={<SheetSkeleton view={view} date={date} />}>
          {(items) => {
            const draw = (layers: readonly Calendar[]) => (
              <Sheet
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
                  draw(nothing)
                ) : (
                  <LaidOver tags={tags} today={today}>
                    {draw}
                  </LaidOver>
                )}
                <Neighbours family={family} view={view ?? 'month'} date={shown} today={today} />
              </>
            )
          }}
        </Loaded>
      </div>
    </>
  )
}

/** What was moved and cancelled; a visitor has none, and without an answer nothing is known to have changed (D-39). */
function useChanges(isVisitor: boolean) {
  const { data } = useQuery({ ...scheduleChangesQuery(), enabled: !isVisitor, meta: { optional: true } })
  return useMemo(() => changesOf(data ?? []), [data])
}

/**
 * The schedule of the month that holds `date`. While a month that was never seen is loading, the sheet before it stays:
 * `shown` is then the date that the data belong to.
 */
function useSheet(family: ScheduleGroup, date: string) {
  const query = { ...scheduleQuery(family, monthOf(date)), placeholderData: keepPreviousData }
  const { isPlaceholderData } = useQuery(query)
  const [settled, settle] = useState(date)
  if (!isPlaceholderData && settled !== date) settle(date)
  return { query, shown: isPlaceholderData ? settled : date, isCatchingUp: isPlaceholderData }
}
