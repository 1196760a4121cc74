import { SkeletonBlock, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { monthRowHeight, timeGridHeight } from './calendar-height.ts'

/** Skeleton of a month; the small one has cells of the compact month. */
export function SkeletonMonth({ weeks, isSmall = false }: { weeks: number; isSmall?: boolean }) {
  return (
    <div className="overflow-clip rounded-lg border border-line-soft bg-surface">
      <div className="h-[27px] border-b border-line-soft" />
      <div className="grid grid-cols-7">
        {range(weeks * 7).map((day) => (
          <div
            key={day}
            style={{ height: isSmall ? '65px' : monthRowHeight(weeks) }}
            className="border-r border-b border-line-soft p-xs"
          >
            <SkeletonLine width="short" />
            {day % 3 === 1 && <SkeletonLine />}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Skeleton of a week or a day by hours. */
export function SkeletonWeek({ days = 7 }: { days?: 1 | 7 }) {
  return (
    <div
      style={{ height: timeGridHeight }}
      className={`grid overflow-clip rounded-lg border border-line-soft bg-surface pl-[56px] ${days === 7 ? 'grid-cols-7' : ''}`}
    >
      {range(days).map((day) => (
        <div key={day} className="flex flex-col gap-xl border-l border-line-soft p-xs">
          <SkeletonLine width="half" />
          {day % 3 !== 2 && <SkeletonBlock size="small" />}
          {day % 2 === 0 && <SkeletonBlock size="small" />}
        </div>
      ))}
    </div>
  )
}

/** Skeleton of the agenda: a heading and a few rows per day. */
export function SkeletonDays({ days }: { days: number }) {
  return (
    <div className="flex flex-col gap-lg">
      {range(days).map((day) => (
        <div key={day}>
          <SkeletonLine width="half" />
          <div className="mt-xs divide-y divide-line-soft rounded-lg border border-line-soft bg-surface">
            {range(3).map((row) => (
              <div key={row} className="px-base py-sm">
                <SkeletonLine width="long" />
                <SkeletonLine width="half" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
