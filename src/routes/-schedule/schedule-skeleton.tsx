import type { ScheduleView } from '#contract/enumerations.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { SkeletonDays, SkeletonMonth, SkeletonWeek } from '#src/ui/calendar/calendar-skeleton.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { daysOfMonthTable, isMonthEnding } from './views/period.ts'

/** Skeleton of a period in its final shape, to avoid a layout shift. */
export function ScheduleSkeleton({ view, date }: { view: ScheduleView | undefined; date: string }) {
  const list = <SkeletonDays days={3} />
  const { today } = useSchoolNow()
  const weeksOf = (isNarrow: boolean) => daysOfMonthTable(date, isMonthEnding(date, today), isNarrow).length / 7
  const month = (
    <Responsive
      from="month"
      narrow={
        <div className="grid gap-base md:grid-cols-2 md:items-start md:gap-lg">
          <SkeletonMonth weeks={weeksOf(true)} isSmall />
          <SkeletonDays days={1} />
        </div>
      }
      wide={<SkeletonMonth weeks={weeksOf(false)} />}
    />
  )
  if (view === 'list') return list
  if (view === 'day') return <Responsive from="md" narrow={list} wide={<SkeletonWeek days={1} />} />
  if (view === 'week') return <Responsive from="lg" narrow={list} wide={<SkeletonWeek />} />
  return view === 'month' ? month : <Responsive from="md" narrow={list} wide={month} />
}
