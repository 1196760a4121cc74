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

export function SkeletonBlock({ size = 'base' }: { size?: 'small' | 'notice' | 'base' | 'large' }) {
  const height = { small: 'h-[72px]', notice: 'h-[82px]', base: 'h-[160px]', large: 'h-[480px]' }[size]
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

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
