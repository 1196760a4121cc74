import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** Loading in the shape of what comes. Unseen for the first 200 ms, so that a quick answer does not flash. */
export function Skeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" className="animate-late">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className="animate-breathe">
        {children}
      </div>
    </div>
  )
}

const widths = { full: 'w-full', long: 'w-[80%]', half: 'w-[52%]', short: 'w-[28%]' }
const heights = { text: 'h-sm', heading: 'h-lg', control: 'h-control' }

export function SkeletonLine({
  width = 'full',
  height = 'text',
}: {
  width?: keyof typeof widths
  height?: keyof typeof heights
}) {
  return <div className={classes('my-xxs max-w-full rounded bg-grey-4', widths[width], heights[height])} />
}

export function SkeletonBlock({ size = 'base' }: { size?: 'small' | 'base' | 'large' }) {
  const height = { small: 'h-[72px]', base: 'h-[160px]', large: 'h-[480px]' }[size]
  return <div className={classes('rounded-lg bg-grey-4', height)} />
}

/** Cards of a list, as many as are likely to come. */
export function SkeletonCards({ count = 3 }: { count?: number }) {
  return (
    <div className="flex flex-col gap-base">
      {range(count).map((index) => (
        <div key={index} className="flex flex-col gap-xs rounded-lg border border-line-soft bg-surface p-base md:p-lg">
          <SkeletonLine width="half" height="heading" />
          <SkeletonLine width="long" />
          <SkeletonLine width="short" />
        </div>
      ))}
    </div>
  )
}

export function SkeletonTable({ rows = 5, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <div className="rounded-lg border border-line-soft bg-surface px-base md:px-lg">
      {range(rows).map((row) => (
        <div key={row} className="flex gap-lg border-b border-line-soft py-base last:border-b-0">
          {range(columns).map((column) => (
            <SkeletonLine key={column} width={column === 0 ? 'full' : 'half'} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** The sheet of a month under its weekdays; a small one has room for dots alone. */
export function SkeletonMonth({ weeks, isSmall = false }: { weeks: number; isSmall?: boolean }) {
  return (
    <div className="overflow-clip rounded-lg border border-line-soft bg-surface">
      <div className="h-[37px] border-b border-line-soft" />
      <div className="grid grid-cols-7">
        {range(weeks * 7).map((day) => (
          <div
            key={day}
            className={classes('border-r border-b border-line-soft p-xs', isSmall ? 'h-[65px]' : 'h-[133px]')}
          >
            <SkeletonLine width="short" />
            {day % 3 === 1 && <SkeletonLine />}
            {!isSmall && day % 4 === 2 && <SkeletonLine width="long" />}
          </div>
        ))}
      </div>
    </div>
  )
}

/** A week by hours under its days. */
export function SkeletonWeek() {
  return (
    <div className="grid grid-cols-7 overflow-clip rounded-lg border border-line-soft bg-surface pl-[56px]">
      {range(7).map((day) => (
        <div key={day} className="flex h-[562px] flex-col gap-xl border-l border-line-soft p-xs">
          <SkeletonLine width="half" />
          {day % 3 !== 2 && <SkeletonBlock size="small" />}
          {day % 2 === 0 && <SkeletonBlock size="small" />}
        </div>
      ))}
    </div>
  )
}

/** A list by days: a heading and a few rows in each. */
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
