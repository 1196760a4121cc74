import type { CalendarView } from '#contract/enumerations.ts'
import { SkeletonCards, SkeletonMonth, SkeletonWeek } from '#src/ui/skeleton.tsx'
import { daysInView } from './period.ts'

/** The period before it is known, as high as it will be, so that nothing jumps when it comes. */
export function SheetSkeleton({ view, date }: { view: CalendarView; date: string }) {
  if (view === 'month') {
    return (
      <>
        <SkeletonMonth weeks={daysInView('month', date).length / 7} />
        <div className="mt-base md:hidden">
          <SkeletonCards count={1} />
        </div>
      </>
    )
  }
  return (
    <>
      <div className="lg:hidden">
        <SkeletonCards count={4} />
      </div>
      <div className="max-lg:hidden">
        <SkeletonWeek />
      </div>
    </>
  )
}
