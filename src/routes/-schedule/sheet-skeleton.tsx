import type { ScheduleView } from '#contract/enumerations.ts'
import { ByWidth } from '#src/ui/by-width.tsx'
import { SkeletonDays, SkeletonMonth, SkeletonWeek } from '#src/ui/calendar/skeleton.tsx'
import { daysInView } from './period.ts'

/** The period before it is known, in the shape it will have, so that nothing jumps when it comes. */
export function SheetSkeleton({ view, date }: { view: ScheduleView | undefined; date: string }) {
  const list = <SkeletonDays days={3} />
  const weeks = daysInView('month', date).length / 7
  const month = (
    <ByWidth
      from="month"
      narrow={
        <div className="grid gap-base md:grid-cols-[minmax(0,400px)_minmax(0,1fr)] md:items-start md:gap-lg">
          <SkeletonMonth weeks={weeks} isSmall />
          <SkeletonDays days={1} />
        </div>
      }
      wide={<SkeletonMonth weeks={weeks} />}
    />
  )
  if (view === 'list') return list
  if (view === 'week') return <ByWidth from="lg" narrow={list} wide={<SkeletonWeek />} />
  return view === 'month' ? month : <ByWidth from="md" narrow={list} wide={month} />
}
